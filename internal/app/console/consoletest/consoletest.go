// Package consoletest runs commands in tests.
package consoletest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"cohortium/internal/app/console"
)

// Run runs a command and returns what it printed and its exit status.
func Run(t *testing.T, cmd interface{ Run(*console.Env) error }) (string, int, error) {
	t.Helper()
	var out, errOut bytes.Buffer
	err := cmd.Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errOut})
	var status *console.ExitError
	switch {
	case errors.As(err, &status):
		return out.String(), status.Status, err
	case err != nil:
		t.Fatal(err)
	}
	return out.String(), console.ExitOK, nil
}
