package app

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// runCommand runs a command and returns what it printed and its exit status.
func runCommand(t *testing.T, cmd interface{ Run(*Env) error }) (string, int, error) {
	t.Helper()
	var out, errOut bytes.Buffer
	err := cmd.Run(&Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errOut})
	var status *exitError
	switch {
	case errors.As(err, &status):
		return out.String(), status.status, err
	case err != nil:
		t.Fatal(err)
	}
	return out.String(), exitOK, nil
}
