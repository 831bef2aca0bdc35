package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/private"
)

// A panel and a chain file are installed with one command each, listed and removed.
func TestReferenceCommands(t *testing.T) {
	at := config.Storage{Data: filepath.Join(t.TempDir(), "data")}
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	panel := write("few.txt", "CHR POS REF ALT AF EUR\n1 5 A G 0.5 0.1\n1 4 A G 0.5 .\n")
	chain := write("old.chain", "chain 1 chr1 247249719 + 0 100 chr1 248956422 + 1000 1100 1\n100\n")
	for _, step := range []struct {
		cmd    interface{ Run(*console.Env) error }
		status int
		says   string
	}{
		{&ReferenceListCmd{Storage: at}, console.ExitOK, "(inside the program)  chain  GRCh37 → GRCh38  "},
		{&ReferenceAddCmd{Storage: at, File: panel, Type: "panel", Ancestry: "EUR"}, console.ExitFindings, "Name it with --build"},
		{&ReferenceAddCmd{Storage: at, File: panel, Type: "panel", Ancestry: "EUR", From: "hg19"}, console.ExitUsage, "--from does not apply to a file of --type panel"},
		{&ReferenceAddCmd{Storage: at, File: chain, Type: "chain", Build: "hg18"}, console.ExitUsage, "--build does not apply to a file of --type chain"},
		{&ReferenceAddCmd{Storage: at, File: panel, Type: "panel", Ancestry: "EUR", Build: "hg19", Column: "EUR", Name: "eur", Release: "2", Licence: "CC0"}, console.ExitOK,
			"eur is installed: a panel of 2 variants on GRCh37 with the frequencies of EUR in EUR."},
		{&ReferenceAddCmd{Storage: at, File: chain, Type: "chain", From: "hg18", To: "hg38"}, console.ExitOK, "old is installed: a chain file from NCBI36 to GRCh38 with 1 aligned block."},
		{&ReferenceAddCmd{Storage: at, File: chain, Type: "chain", Name: "again"}, console.ExitFindings, "old leads from NCBI36 to GRCh38 already"},
		{&ReferenceListCmd{Storage: at}, console.ExitOK, "\neur "},
		{&ReferenceRemoveCmd{Storage: at, Name: "older"}, console.ExitUsage, "older: nothing of this name is installed"},
		{&ReferenceRemoveCmd{Storage: at, Name: "old"}, console.ExitOK, "old was removed: a chain file from NCBI36 to GRCh38"},
	} {
		out := new(bytes.Buffer)
		env := &console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: out, Stderr: out}
		status := report(env, step.cmd.Run(env))
		if status != step.status || !strings.Contains(out.String(), step.says) {
			t.Errorf("%+v: status %d\n%s", step.cmd, status, out)
		}
	}
	out, _, err := consoletest.Run(t, &ReferenceListCmd{Storage: at, JSON: true})
	must(t, err)
	var left []reference.Note
	must(t, json.Unmarshal([]byte(out), &left))
	if len(left) != 1 || left[0].Name != "eur" || left[0].Licence != "CC0" || left[0].Rows != 2 || left[0].Added.IsZero() {
		t.Errorf("%s", out)
	}
	if info, err := os.Stat(at.Data); err != nil || info.Mode().Perm() != private.FolderMode {
		t.Errorf("the data folder: %v, %v", info.Mode(), err)
	}
}
