# Every task of the project. `make` alone prints them.
SHELL   := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
TOOL     = go run -modfile=tools/go.mod
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT   = $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
LDFLAGS  = -s -w -X cohortium/internal/app/console.Version=$(VERSION) -X cohortium/internal/app/console.Commit=$(COMMIT)
SOURCES  = $(wildcard $(shell git ls-files --cached --others --exclude-standard 'cmd/**' 'internal/**' 'api/**' 'web/*.go' go.mod go.sum 2>/dev/null))
PAGES    = $(wildcard $(shell git ls-files --cached --others --exclude-standard 'web/src/**' 'web/build/**' 'docs/*.md' 'web/public/**' web/index.html web/package.json web/package-lock.json web/vite.config.ts 2>/dev/null))

.DEFAULT_GOAL := help
.PHONY: help run dev build test check precommit lint lint-go lint-web lint-api test-go test-web test-clients e2e slowest bench pictures gen gen-check fuzz fuzz-long vuln release clean

help: ## Print these targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Start the server with the demo consortium on http://localhost:8080
	@bin/cohortium demo --listen localhost:8080

dev: build ## Start the demo and the pages' dev server on http://localhost:5173; both follow changes
	@scripts/dev.sh

build: bin/cohortium ## Build bin/cohortium with the pages inside

bin/cohortium: $(SOURCES) web/dist/index.html
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o $@ ./cmd/cohortium

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund

web/dist/index.html: web/node_modules/.package-lock.json $(PAGES)
	cd web && npm run build

test: ## Everything CI runs: lint, generated code, Go on both stacks, pages, browser stories
	@scripts/test.sh

check: test ## The same as test

precommit: web/node_modules/.package-lock.json ## Check what differs from the last commit, in about a minute
	@scripts/precommit.sh

lint: lint-go lint-web lint-api ## Linters of Go, of the pages and of the contract

lint-go:
	scripts/part.sh "linters of Go" go run -modfile=tools/lint.mod github.com/golangci/golangci-lint/v2/cmd/golangci-lint run ./...

lint-web: web/node_modules/.package-lock.json
	scripts/part.sh "linters of pages" npm --prefix web run lint

lint-api: web/node_modules/.package-lock.json
	scripts/part.sh "linter of contract" npm --prefix web run lint:api

# The linters vet, so that the tests need not.
test-go: ## Go tests on SQLite and PostgreSQL, folder and S3
	scripts/part.sh "tests of Go" go test -vet=off -timeout 40m ./...

test-web: web/node_modules/.package-lock.json ## Unit and component tests of the pages
	scripts/part.sh "tests of pages" npm --prefix web test

test-clients: build ## R and Python packages and the documents of clients/notebooks against the real binary
	@scripts/setup.sh
	scripts/part.sh "R and Python" scripts/clients.sh

e2e: build ## Browser stories against the real binary on both stacks
	@scripts/setup.sh
	scripts/part.sh "browser stories" npm --prefix web run e2e

slowest: build ## Run all tests and renew the table of the twenty slowest in docs/testing.md
	@scripts/setup.sh
	@scripts/part.sh slowest node scripts/slowest.mjs

bench: build ## Measure against the peers and write docs/benchmarks.md
	@scripts/setup.sh bench
	go run ./internal/dev/bench

pictures: build ## Take the pictures of the README from the demo consortium
	@scripts/setup.sh
	cd web && npx playwright test --config pictures.config.ts

gen: web/node_modules/.package-lock.json ## Generate code from api/openapi.yaml and the SQL queries, and pages of docs
	go generate ./...
	cd web && npm run gen
	go test -vet=off ./internal/app -run '^Test(AcceptedPage|CommandsPage|SettingsTable|StepTitles)$$' -update

gen-check: ## Fail when generated code is stale
	@scripts/part.sh "generated code" scripts/gen-check.sh

fuzz: ## Fuzz every parser for a minute each
	@scripts/fuzz.sh

fuzz-long: ## Fuzz every parser a million times; takes hours
	@FUZZTIME=1000000x scripts/fuzz.sh

vuln: ## Compare what the program is built from with the databases of known weaknesses
	@scripts/vuln.sh

release: ## Make the archives, bills of materials and checksums of VERSION in dist/
	@scripts/release.sh $(VERSION)

clean: ## Remove what was built (keeps ./data)
	rm -rf bin dist web/dist/* web/node_modules
