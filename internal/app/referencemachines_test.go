package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/config"
)

// shift is how far the made chain file moves every position of GRCh38.
const shift = 100

// shiftedChain returns a chain file from GRCh38 to GRCh37 that moves the autosomes by shift.
func shiftedChain() string {
	var text strings.Builder
	for c := genome.Chromosome(1); c <= 22; c++ {
		long := min(c.Length(genome.GRCh38), c.Length(genome.GRCh37)) - shift
		fmt.Fprintf(&text, "chain 1 chr%s %d + 0 %d chr%s %d + %d %d %d\n%d\n\n",
			c, c.Length(genome.GRCh38), long, c, c.Length(genome.GRCh37), shift, long+shift, c, long)
	}
	return text.String()
}

// shiftedPanel returns a panel of the variants of a file after that chain file.
func shiftedPanel(t *testing.T, content []byte) string {
	t.Helper()
	text := "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		position, err := strconv.Atoi(cells[1])
		must(t, err)
		text += fmt.Sprintf("%s\t%d\t%s\t%s\t%s\t.\tPASS\tAF=%s\n", cells[0], position+shift, cells[8], cells[3], cells[2], cells[6])
	}
	return text
}

// qcOf runs QC again and returns the report.
func (p *person) qcOf(t *testing.T, id string) (report map[string]any) {
	t.Helper()
	var runs struct{ Items []struct{ ID string } }
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+id+"/qc-runs", nil, &runs)
	var run struct{ Report map[string]any }
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+id+"/qc-runs/"+runs.Items[0].ID, nil, &run)
	return run.Report
}

// stockOf lists the copies of a machine by their hashes.
func stockOf(t *testing.T, data string) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(data, "reference-cache", "*", "data"))
	must(t, err)
	sums := map[string]bool{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		must(t, err)
		sum := sha256.Sum256(content)
		sums[hex.EncodeToString(sum[:])] = true
	}
	return sums
}

// installBoth installs the chain file and the panel of a file by the command, and returns their hashes.
func installBoth(t *testing.T, here config.Settings, content []byte) map[string]bool {
	t.Helper()
	sums := map[string]bool{}
	for _, f := range []struct{ name, text, kind, ancestry string }{
		{"moved.chain", shiftedChain(), "chain", ""}, {"eur.vcf", shiftedPanel(t, content), "panel", "EUR"},
	} {
		path := filepath.Join(t.TempDir(), f.name)
		must(t, os.WriteFile(path, []byte(f.text), 0o600))
		build := ""
		if f.kind == "panel" {
			build = "hg19"
		}
		_, _, err := consoletest.Run(t, &ReferenceAddCmd{Storage: here.Storage, File: path, Type: f.kind, Ancestry: f.ancestry, Build: build})
		must(t, err)
		sum := sha256.Sum256([]byte(f.text))
		sums[hex.EncodeToString(sum[:])] = true
	}
	return sums
}

// TestAnotherMachineHasTheReferenceData: what is installed on one machine is used by a worker on
// another one with an empty folder, with the same report.
func TestAnotherMachineHasTheReferenceData(t *testing.T) {
	t.Parallel()
	here := localSettings(t)
	here.DatabaseURL, here.BlobURL, here.Workers = cluster.Database(t), objects.Bucket(t), 0
	addPeople(t, here)
	addSGCPeople(t, here)
	addContributor(t, here)
	content := hermestest.Sumstats(4400, 1)
	sums := installBoth(t, here, content)
	if _, err := os.Stat(here.Reference()); !os.IsNotExist(err) {
		t.Errorf("the machine has a folder of its own: %v", err)
	}
	there := here
	there.Data, there.Workers = t.TempDir(), 1
	server, worker := &site{settings: here}, &site{settings: there}
	server.start(t)
	worker.start(t)
	sheet := registration(server.uploader.upload(t, "moved.tsv", content), "moved", hermestest.Mapping())
	sheet["metadata"].(map[string]any)["genomeBuild"] = "grch38"
	var d subject
	server.uploader.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/uploads", sheet, &d)
	server.uploader.await(t, "/api/hermes/uploads/"+d.ID, takenOver, "READY FOR REVIEW")
	first := server.uploader.qcOf(t, d.ID)
	if got := stockOf(t, there.Data); fmt.Sprint(got) != fmt.Sprint(sums) {
		t.Errorf("copies of the worker: %v, want %v", got, sums)
	}
	if got := stockOf(t, here.Data); len(got) > 0 {
		t.Errorf("copies of the server, which ran nothing: %v", got)
	}
	worker.stop(t)
	server.stop(t)

	server.settings.Workers = 1 // and once more where they were installed
	server.start(t)
	again := map[string]any{"fd": 0.2, "adj": "none", "noind": false}
	server.uploader.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/uploads/"+d.ID+"/qc-runs", again, nil)
	server.uploader.await(t, "/api/hermes/uploads/"+d.ID, takenOver, "READY FOR REVIEW")
	second := server.uploader.qcOf(t, d.ID)
	server.stop(t)
	one, err := json.MarshalIndent(first, "", " ")
	must(t, err)
	two, err := json.MarshalIndent(second, "", " ")
	must(t, err)
	if !bytes.Equal(one, two) {
		t.Errorf("the reports differ (-there +here):\n%s", cmp.Diff(first, second))
	}
	for sum := range sums {
		if !bytes.Contains(one, []byte(sum)) {
			t.Errorf("the report does not name %s", sum)
		}
	}
}

// The commands use the register once a server has used the folder, and bring in what it had before.
func TestReferenceCommandsOnAnInstallation(t *testing.T) {
	settings := localSettings(t)
	at := settings.Storage
	chain := filepath.Join(t.TempDir(), "old.chain")
	must(t, os.WriteFile(chain, []byte("chain 1 chr1 247249719 + 0 100 chr1 248956422 + 1000 1100 1\n100\n"), 0o600))
	panel := filepath.Join(t.TempDir(), "eur.txt")
	must(t, os.WriteFile(panel, []byte("CHR POS REF ALT AF\n1 5 A G 0.5\n"), 0o600))
	run := func(cmd interface{ Run(*console.Env) error }, says string) {
		t.Helper()
		out := new(bytes.Buffer)
		env := &console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: out, Stderr: out}
		if report(env, cmd.Run(env)); !strings.Contains(out.String(), says) {
			t.Errorf("%+v: %s", cmd, out)
		}
	}
	run(&ReferenceAddCmd{Storage: at, File: chain, Type: "chain"}, "old is installed")
	if _, err := os.Stat(filepath.Join(at.Data, "cohortium.db")); !os.IsNotExist(err) {
		t.Errorf("a folder for commands alone has a database: %v", err)
	}
	addPeople(t, settings) // a server has used it
	run(&ReferenceAddCmd{Storage: at, File: panel, Type: "panel", Ancestry: "EUR", Build: "hg19"}, "eur is installed")
	run(&ReferenceListCmd{Storage: at}, "\nold ")
	run(&ReferenceListCmd{Storage: at}, "\neur ")
	if _, err := os.Stat(filepath.Join(at.Reference(), "panels")); !os.IsNotExist(err) {
		t.Errorf("the panel is in the folder: %v", err)
	}
	run(&ReferenceAddCmd{Storage: at, File: chain, Type: "chain", Name: "again"}, "old leads from NCBI36 to GRCh38 already")
	run(&ReferenceRemoveCmd{Storage: at, Name: "older"}, "older: nothing of this name is installed")
	run(&ReferenceRemoveCmd{Storage: at, Name: "old"}, "old was removed")
	run(&ReferenceRemoveCmd{Storage: at, Name: "old"}, "old: nothing of this name is installed")
	if _, err := os.Stat(filepath.Join(at.Reference(), "chains", "old.json")); err != nil {
		t.Errorf("the folder has changed: %v", err)
	}
}
