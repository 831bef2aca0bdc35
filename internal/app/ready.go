package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"cohortium/internal/app/console"
)

// ReadyCmd is `ready`, the probe of containers that have no other program.
type ReadyCmd struct {
	URL   string `help:"Address of the server, or that of --metrics-addr of a worker." default:"http://127.0.0.1:8080" env:"COHORTIUM_READY_URL" name:"url"`
	Alive bool   `help:"Ask only whether the process answers, not whether database and files do."`
}

// Run asks the process. The status is 1 if it is not ready or does not answer.
func (c *ReadyCmd) Run(env *console.Env) error {
	path := "/readyz"
	if c.Alive {
		path = "/healthz"
	}
	ctx, cancel := context.WithTimeout(env.Ctx, readyTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(c.URL, "/")+path, nil)
	if err != nil {
		return console.Unusable(fmt.Errorf("--url: %w", err))
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no answer: %w. Check --url, and that the process runs", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		fmt.Fprintln(env.Stdout, "ok")
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, 4096))
	if err != nil {
		return err
	}
	return fmt.Errorf("%s answers %s: %s", req.URL, answer.Status, strings.TrimSpace(string(text)))
}
