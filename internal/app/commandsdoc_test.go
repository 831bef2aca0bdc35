package app_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	diffs "github.com/google/go-cmp/cmp"

	"cohortium/internal/app"
	"cohortium/internal/app/console"
	"cohortium/internal/gwas/qc"
)

// TestCommandsPage checks that docs/commands.md matches the command line.
func TestCommandsPage(t *testing.T) {
	isCurrent(t, "../../docs/commands.md", func(string) string { return commandsPage(t) })
}

// TestSettingsTable checks that the table of settings in docs/operations.md matches the flags of
// the server.
func TestSettingsTable(t *testing.T) {
	isCurrent(t, "../../docs/operations.md", func(page string) string {
		const begin, end = "<!-- settings, made by make gen -->\n", "<!-- end of settings -->\n"
		before, rest, found := strings.Cut(page, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatal("the page has no place for the settings")
		}
		return before + begin + settingsTable(commandLine(t).Children[0].Flags) + end + after
	})
}

// TestStepTitles checks that the titles of QC steps on the pages match those of the server.
func TestStepTitles(t *testing.T) {
	isCurrent(t, "../../web/src/api/gen/qcSteps.ts", func(string) string {
		titles := qc.StepTitles()
		var out strings.Builder
		out.WriteString("// Made from internal/gwas/qc/steps.go by make gen.\n\n/** Titles of QC steps by name. */\n")
		out.WriteString("export const stepTitles: Readonly<Record<string, string>> = {\n")
		for _, name := range slices.Sorted(maps.Keys(titles)) {
			fmt.Fprintf(&out, "  %s: %q,\n", name, titles[name])
		}
		return out.String() + "};\n"
	})
}

// isCurrent compares a page of the documentation with the output of made, and writes it with
// -update.
func isCurrent(t *testing.T, path string, made func(page string) string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := made(string(page))
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := diffs.Diff(want, string(page)); diff != "" {
		t.Errorf("%s is stale; run make gen (-want +got):\n%s", path, diff)
	}
}

func commandLine(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := app.NewParser(&console.Env{Stdout: io.Discard, Stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

func commandsPage(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	fmt.Fprint(&out, "# Commands\n\nMade by `make gen` from the command line; `cohortium COMMAND --help` prints the same. Each flag of `serve`,\n"+
		"`worker` and `demo` is also an environment variable and a setting of the file that `--config` names: see\n[settings](operations.md#settings).\n")
	for _, leaf := range commandLine(t).Leaves(true) {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", strings.TrimPrefix(leaf.FullPath(), "cohortium "), leaf.Help)
		if leaf.Detail != "" {
			fmt.Fprintf(&out, "\n%s\n", leaf.Detail)
		}
		fmt.Fprintf(&out, "\n```\n%s\n```\n", usage(leaf))
		if isServer(leaf.Name) {
			continue
		}
		rows := ""
		for _, p := range leaf.Positional {
			rows += fmt.Sprintf("| `%s` | %s |\n", p.Summary(), cell(p.Help))
		}
		for _, f := range shown(leaf.Flags) {
			rows += fmt.Sprintf("| `%s` | %s |\n", flagName(f), cell(f.Help))
		}
		if rows != "" {
			fmt.Fprintf(&out, "\n| argument | meaning |\n|---|---|\n%s", rows)
		}
	}
	return out.String()
}

// isServer reports whether the flags of a command are server settings.
func isServer(name string) bool { return name == "serve" || name == "worker" || name == "demo" }

// usage returns a command with its arguments.
func usage(n *kong.Node) string {
	words := []string{n.FullPath()}
	for _, p := range n.Positional {
		words = append(words, p.Summary())
	}
	if len(shown(n.Flags)) > 0 {
		words = append(words, "[flags]")
	}
	return strings.Join(words, " ")
}

func shown(flags []*kong.Flag) (out []*kong.Flag) {
	for _, f := range flags {
		if !f.Hidden && f.Name != "help" {
			out = append(out, f)
		}
	}
	return out
}

// flagName returns a flag as typed, with its default.
func flagName(f *kong.Flag) string {
	name := "--" + f.Name
	if !f.IsBool() {
		name += "=" + f.FormatPlaceHolder()
	}
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", " + name
	}
	return name
}

// settingsTable lists every setting of a server, including secret ones.
func settingsTable(flags []*kong.Flag) string {
	var out strings.Builder
	fmt.Fprint(&out, "\n| flag | environment | default | meaning |\n|---|---|---|---|\n")
	for _, f := range flags {
		if f.Name == "help" {
			continue
		}
		value := cmp.Or(f.Default, map[bool]string{true: "false"}[f.IsBool()])
		if value != "" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&out, "| `--%s` | `%s` | %s | %s |\n", f.Name, strings.Join(f.Envs, "`, `"), value, cell(f.Help))
	}
	return out.String() + "\n"
}
