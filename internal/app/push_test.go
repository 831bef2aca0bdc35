package app

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/config"
)

// tokenOf creates an API token with the scopes for push.
func (p *person) tokenOf(t *testing.T) string {
	t.Helper()
	var made struct{ Token string }
	p.want(t, http.StatusCreated, http.MethodPost, "/api/tokens", map[string]any{"name": "push", "scopes": []string{"read", "upload"}, "days": 1}, &made)
	return made.Token
}

func push(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Run(&console.Env{Ctx: t.Context(), Stdout: &out, Stderr: &err}, append([]string{"push"}, args...))
	return status, out.String(), err.String()
}

func written(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	must(t, os.WriteFile(path, content, 0o600))
	return path
}

func TestPushRegistersValidFilesAndReportsOthers(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		addPeople(t, settings)
		settings.ChunkBytes = 64 << 10
		base, stop := serve(t, settings)
		defer stop()
		p, dir := signIn(t, base, "uploader"), t.TempDir()
		men := written(t, dir, "men.tsv", hermestest.Sumstats(4400, 1))
		women := written(t, dir, "women.tsv", hermestest.Sumstats(4400, 2))
		const header = "file,dataSetName,cohort,phenotype,sex,ancestry,totalSampleSize,cases,genomeBuild\n" +
			"men.tsv,Men,Some cohort,ALL_HF,Male only,EU,\"10,000\",\"2,000\",hg19\n"
		wrong := written(t, dir, "wrong.csv", []byte(header+"women.tsv,Women,Some cohort,ALL_HF,Femal only,EU,10000,2000,hg19\n"))
		right := written(t, dir, "right.csv", []byte(header+"women.tsv,Women,Some cohort,ALL_HF,Female only,EU,10000,2000,hg19\n"))
		flags := []string{men, women, "--server", base, "--token-file", written(t, dir, "token", []byte(p.tokenOf(t)+"\n")), "--metadata"}

		status, out, _ := push(t, append(flags, wrong)...)
		if status != console.ExitFindings || !strings.Contains(out, `men.tsv: registered as "Men", `+base+"/hermes/qc/") ||
			!strings.Contains(
				out,
				"women.tsv: not registered\n  in wrong.csv, line 3, column sex (“Femal only”): Choose one of: Not sex stratified, Male only, Female only. Did you mean Female only?\n",
			) {
			t.Errorf("status %d:\n%s", status, out)
		}
		status, out, _ = push(t, append(flags, right)...)
		if status != console.ExitOK || !strings.Contains(out, `men.tsv: registered before as "Men"`) ||
			!strings.Contains(out, `women.tsv: registered as "Women"`) {
			t.Errorf("status %d:\n%s", status, out)
		}
		var list struct{ Total int }
		if p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads", nil, &list); list.Total != 2 {
			t.Errorf("%d data sets", list.Total)
		}
	})
}

func TestPushGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	p := startServer(t)
	content := hermestest.Sumstats(4400, 3)
	path := written(t, t.TempDir(), "half.tsv", content)
	place := p.begin(t, "half.tsv", len(content))
	if r := p.call(t, http.MethodPatch, place, content[:1000], partHeader(0)); r.status != http.StatusNoContent {
		t.Fatalf("send the first bytes: %d %s", r.status, r.body)
	}
	sum, err := console.SumOf(path)
	must(t, err)
	var steps []int64
	r := &remote{base: p.base, token: p.tokenOf(t), client: http.DefaultClient, wait: sleep}
	id, err := r.upload(t.Context(), path, sum, 100_000, func(sent, _ int64) { steps = append(steps, sent) })
	must(t, err)
	if steps[0] != 1000 || steps[1] != 101_000 || steps[len(steps)-1] != int64(len(content)) || "/api/uploads/"+id != place {
		t.Errorf("%s in steps %v of %d bytes, begun as %s", id, steps, len(content), place)
	}
	must(t, os.WriteFile(path, append(content[:len(content)-2], '9', '\n'), 0o600))
	sum, err = console.SumOf(path)
	must(t, err)
	if other, err := r.upload(t.Context(), path, sum, 1<<20, func(int64, int64) {}); err != nil || other == id {
		t.Errorf("a changed file is taken for the one that was sent: %s, %v", other, err)
	}
}

func TestPushWaitsAsAsked(t *testing.T) {
	var waited []time.Duration
	r := &remote{wait: func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil }}
	answers := []error{&refusal{Status: 429, RetryAfter: 7 * time.Second}, &refusal{Status: 503}, nil}
	err := r.patiently(t.Context(), func() error { err := answers[0]; answers = answers[1:]; return err })
	if err != nil || len(waited) != 2 || waited[0] != 7*time.Second || waited[1] != 14*time.Second {
		t.Errorf("%v after %v", err, waited)
	}
	calls := 0
	if err := r.patiently(t.Context(), func() error { calls++; return &refusal{Status: 409} }); err == nil || calls != 1 {
		t.Errorf("a refusal that stays was asked %d times: %v", calls, err)
	}
}

func TestPushRefusals(t *testing.T) {
	t.Parallel()
	p, dir := startServer(t), t.TempDir()
	file := written(t, dir, "men.tsv", hermestest.Sumstats(400, 1))
	sheet := func(name, text string) string { return written(t, dir, name, []byte(text)) }
	good := written(t, dir, "token", []byte(p.tokenOf(t)))
	for _, c := range []struct {
		name, server, token, sheet string
		status                     int
		want                       string
	}{
		{"no token", p.base, written(t, dir, "none", nil), sheet("a.csv", "file,sex\nmen.tsv,\n"), console.ExitUsage, "no API token"},
		{"a wrong token", p.base, written(t, dir, "bad", []byte("nonsense")), sheet("a.csv", "file,sex\nmen.tsv,\n"), console.ExitUsage, "Sign in"},
		{"no address", "example", good, sheet("a.csv", "file,sex\nmen.tsv,\n"), console.ExitUsage, "is not a server address"},
		{"no column of files", p.base, good, sheet("b.csv", "name,sex\na,b\n"), console.ExitUsage, "one of them is “file”"},
		{"a misspelt column", p.base, good, sheet("c.csv", "file,sexx\nmen.tsv,Male only\n"), console.ExitFindings, "Did you mean sex?"},
		{"a file that is not there", p.base, good, sheet("d.csv", "file,sex\nman.tsv,Male only\n"), console.ExitFindings, "in d.csv, line 2, man.tsv: No file of this name was chosen. Did you mean men.tsv?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, said := push(t, file, "--server", c.server, "--token-file", c.token, "--metadata", c.sheet)
			if status != c.status || !strings.Contains(said, c.want) {
				t.Errorf("status %d: %s", status, said)
			}
		})
	}
	// Faults of a file are reported separately from faults of the sheet.
	cut := written(t, dir, "cut.tsv", []byte("chromosome\tbase_pair_location\tp_value\n1\t5\t0.1\n1\t6\n"))
	status, out, _ := push(t, cut, "--server", p.base, "--token-file", good, "--metadata", sheet("e.csv", "file,sex\ncut.tsv,Mal only\n"))
	if status != console.ExitFindings || !strings.Contains(out, "\n  in the file: ") ||
		!strings.Contains(out, "\n  in e.csv, line 2, column sex (“Mal only”): ") {
		t.Errorf("status %d:\n%s", status, out)
	}
}
