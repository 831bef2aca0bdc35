package app

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

func TestSettingsFromAFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "settings.json")
	must(t, os.WriteFile(file, []byte(`{"database_url": "mysql://x", "data": "`+filepath.ToSlash(dir)+`"}`), 0o600))
	slip := filepath.Join(dir, "slip.json")
	must(t, os.WriteFile(slip, []byte(`{"databaseurl": "x"}`), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // in case a server starts
	defer cancel()
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"the file counts", []string{"--config", file, "serve", "--listen", "127.0.0.1:0"}, console.ExitUsage, "--database-url has to start with"},
		{"a flag comes first", []string{"--config", file, "migrate", "--database-url", "sqlite://" + filepath.ToSlash(dir) + "/a.db"}, console.ExitOK, "The database is at this program's version."},
		{"a name that is no setting", []string{"--config", slip, "migrate"}, console.ExitUsage, `unknown setting "databaseurl"`},
		{"no such file", []string{"--config", filepath.Join(dir, "absent"), "migrate"}, console.ExitUsage, "absent"},
		{"an unknown flag", []string{"serve", "--colour"}, console.ExitUsage, "unknown flag --colour"},
		{"help", []string{"--help"}, console.ExitOK, "Start the server with its pages and workers."},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			status := Run(&console.Env{Ctx: ctx, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}, c.args)
			if status != c.status || !strings.Contains(out.String(), c.says) {
				t.Errorf("status %d, want %d with %q:\n%s", status, c.status, c.says, out.String())
			}
		})
	}
}
