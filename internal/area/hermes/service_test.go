package hermes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// run runs the current QC job of a submission and returns the submission afterwards.
func (b *bench) run(t *testing.T, u *hermes.UploadView) *hermes.UploadView {
	t.Helper()
	must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
	seen, err := b.Upload(t.Context(), b.uploader, u.ID)
	must(t, err)
	return seen
}

func (b *bench) rerun(t *testing.T, uploadID string, panel string) (*hermes.UploadView, error) {
	t.Helper()
	_, err := b.Rerun(t.Context(), b.uploader, uploadID, hermes.QCSettings{FD: 0.2, Adj: "none", Panel: &panel}, true)
	if err != nil {
		return nil, err
	}
	seen, err := b.Upload(t.Context(), b.uploader, uploadID)
	must(t, err)
	return b.run(t, seen), nil
}

func TestQCReadsNothingButTheMapping(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.run(t, b.register(t, "Study", 1))
		var mapping sumstats.Mapping
		must(t, json.Unmarshal(u.Mapping, &mapping))
		delete(mapping, "rsid") // the file has the column, but its analyst excluded it
		delete(mapping, "n")
		changed, err := b.Edit(t.Context(), b.uploader, u.ID, hermes.Edit{Version: u.Version, Metadata: u.Metadata, Mapping: mapping, Withdraw: true})
		must(t, err)
		u = b.run(t, changed)
		run, err := b.Run(t.Context(), b.uploader, u.ID, u.RunID)
		must(t, err)
		var report struct{ Mapping sumstats.Mapping }
		must(t, json.Unmarshal(run.Report, &report))
		if diff := cmp.Diff(mapping, report.Mapping); diff != "" {
			t.Errorf("mapping of the report (-registered +read):\n%s", diff)
		}
	})
}

// opens returns the function that opens the file of a panel.
func opens(path string) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) { return os.Open(path) }
}

// foreignPanel returns a panel with none of the variants of hermestest.Sumstats.
func foreignPanel(t *testing.T) hermes.Panel {
	t.Helper()
	var vcf bytes.Buffer
	vcf.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	vcf.WriteString("1\t7\trs7\tA\tG\t.\tPASS\tAF=0.3\n")
	path := filepath.Join(t.TempDir(), "panel.vcf")
	must(t, os.WriteFile(path, vcf.Bytes(), 0o600))
	return hermes.Panel{Name: "foreign", Build: hermes.Hg19, Ancestry: "EUR", Column: "AF", Open: opens(path)}
}

// exchangedPanel returns a panel of the variants of a file, with the frequencies of the other
// alleles.
func exchangedPanel(t *testing.T, content []byte) hermes.Panel {
	t.Helper()
	var vcf bytes.Buffer
	vcf.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		cells := strings.Split(line, "\t") // chromosome, position, effect allele, other allele, beta, error, frequency
		eaf, err := strconv.ParseFloat(cells[6], 64)
		must(t, err)
		fmt.Fprintf(&vcf, "%s\t%s\t.\t%s\t%s\t.\tPASS\tAF=%g\n", cells[0], cells[1], cells[3], cells[2], 1-eaf)
	}
	path := filepath.Join(t.TempDir(), "exchanged.vcf")
	must(t, os.WriteFile(path, vcf.Bytes(), 0o600))
	return hermes.Panel{Name: "exchanged", Build: hermes.Hg19, Ancestry: "EUR", Column: "AF", Open: opens(path)}
}

func TestPanelOfARun(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.panels = panels{foreignPanel(t)}
		u := b.run(t, b.register(t, "Study", 1))
		const aside = "Reference panel foreign not used: of 4,400 variants of the file that were looked up it has 0; " +
			"check the genome build of the file if it should hold them."
		if last := u.History[0]; u.Status != hermes.ReadyForReview || last.Action != "QC passed with warnings" || last.Detail != aside {
			t.Fatalf("with a panel that does not cover the file: %s, %+v", u.Status, last)
		}
		without, err := b.rerun(t, u.ID, hermes.PanelNone)
		must(t, err)
		if without.Status != hermes.ReadyForReview || *without.Run.Settings.Panel != hermes.PanelNone {
			t.Errorf("without a panel: %s, %+v", without.Status, without.Run.Settings)
		}
		if _, err := b.rerun(t, u.ID, "absent"); !errs.Is(err, errs.Rule) {
			t.Errorf("a panel that is not installed: %v", err)
		}
		// The panel is removed between choice and run.
		b.crash = func(string) { b.panels = nil }
		gone, err := b.rerun(t, u.ID, "foreign")
		must(t, err)
		if gone.Status != hermes.FailedQC || !strings.Contains(gone.Run.Error, "foreign is no longer installed") {
			t.Errorf("a panel that is gone: %s, %q", gone.Status, gone.Run.Error)
		}
	})
}

// scoresOf returns LD scores at the positions of a file.
func scoresOf(t *testing.T, content []byte) *qc.Scores {
	t.Helper()
	var table bytes.Buffer
	table.WriteString("CHR\tSNP\tBP\tL2\n")
	for i, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		fmt.Fprintf(&table, "%s\trs%d\t%s\t%d\n", cells[0], i+1, cells[1], 1+i%60)
	}
	read, err := ldscore.ReadTable(bytes.NewReader(table.Bytes()))
	must(t, err)
	return &qc.Scores{Name: "eur", Ancestry: "EUR", SHA256: strings.Repeat("ab", 32), Table: read}
}

func TestLDScoresOfARun(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.run(t, b.register(t, "Study", 1)) // of people of European ancestry
		adjusted := hermes.QCSettings{FD: 0.2, Adj: "ldsc"}
		var refusal *errs.Error
		for _, installed := range []scores{nil, {"AFR": scoresOf(t, hermestest.Sumstats(4400, 1))}} {
			b.scores = installed
			if _, err := b.Rerun(t.Context(), b.uploader, u.ID, adjusted, false); !errors.As(err, &refusal) || len(refusal.Fields) != 1 ||
				refusal.Fields[0].Message != "This needs LD scores of these people on GRCh37 (hg19), and none are installed. Choose none or lambda." {
				t.Fatalf("with %v: %v", installed, err)
			}
		}
		b.scores = scores{"EUR": scoresOf(t, hermestest.Sumstats(4400, 1))}
		_, err := b.Rerun(t.Context(), b.uploader, u.ID, adjusted, false)
		must(t, err)
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		run, err := b.Run(t.Context(), b.uploader, u.ID, b.run(t, seen).RunID)
		must(t, err)
		var report qc.Report
		must(t, json.Unmarshal(run.Report, &report))
		if p := report.Polygenic; p == nil || p.Scores != "eur" || p.SHA256 != strings.Repeat("ab", 32) || p.Variants < 4000 || !(p.InterceptSE > 0) {
			t.Errorf("LD score regression: %+v", p)
		}
	})
}

func TestAnAccountHasSoManyJobsAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		for i := range 5 {
			b.register(t, "Study "+string(rune('A'+i)), uint64(i))
		}
		_, err := b.tryRegister(t, "One more", 9)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || refusal.Kind != errs.RateLimited || refusal.Code != "too_many_jobs" {
			t.Fatalf("a sixth job: %v", err)
		}
		page, err := b.Uploads(t.Context(), b.uploader, hermes.UploadFilter{Limit: 50})
		must(t, err)
		if page.Total != 5 {
			t.Errorf("%d submissions, want 5: what was refused leaves nothing", page.Total)
		}
		b.run(t, page.Items[0])
		if _, err := b.tryRegister(t, "One more", 9); err != nil {
			t.Errorf("after one has finished: %v", err)
		}
	})
}

// TestSweep leaves working files and blobs as crashes would.
func TestSweep(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		kept := b.register(t, "Kept", 1)
		b.run(t, kept)
		given := b.register(t, "Given up after storing", 2)
		b.die(t, given.Run.JobID, "qc:stored")
		left := b.takeOver(t, given.Run.JobID)
		must(t, b.GiveUp(t.Context(), given.Run.JobID, left.Token, errors.New("the third time")))
		running := b.register(t, "Running", 3)
		lease := b.claim(t, running.Run.JobID)
		for _, name := range []string{"job." + running.Run.JobID + "." + lease.Token, "job." + running.Run.JobID + ".lost", "job.deleted.x", "another's"} {
			must(t, os.MkdirAll(filepath.Join(b.work, name, "out"), 0o700))
		}
		_, _, err := b.blobs.Put(t.Context(), "hermes/uploads/deleted/qc/run/clean.parquet", strings.NewReader("x"))
		must(t, err)

		b.skew.Store(int64(25 * time.Hour))
		must(t, b.Sweep(t.Context()))
		var names []string
		entries, err := os.ReadDir(b.work)
		must(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if diff := cmp.Diff([]string{"another's", "job.deleted.x", "job." + running.Run.JobID + "." + lease.Token}, names); diff != "" {
			t.Errorf("working folders (-want +got):\n%s", diff)
		}
		for key := range b.contents(t, "hermes/") {
			if !strings.HasPrefix(key, "hermes/uploads/"+kept.ID+"/") {
				t.Errorf("the orphan %s is still there", key)
			}
		}
		b.checkDone(t, kept.ID)
	})
}

func TestReasonsAreSentences(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.panels = panels{exchangedPanel(t, hermestest.Sumstats(4400, 1))}
		u := b.run(t, b.register(t, "Study", 1))
		if last := u.History[0]; last.Action != "QC failed" || !strings.HasPrefix(last.Detail, "The frequencies are those of the other allele") {
			t.Errorf("history: %+v", last)
		}
		_, err := b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		const want = "This submission failed QC, so it cannot be reviewed now."
		var refusal *errs.Error
		if !errors.As(err, &refusal) || refusal.Detail != want {
			t.Errorf("review: %v", err)
		}
		seen, err := b.Upload(t.Context(), b.reviewer, u.ID)
		must(t, err)
		if got := seen.Actions["review"]; got.Allowed || got.Reason != want {
			t.Errorf("action: %+v", got)
		}
		_, err = b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "m", Phenotype: "ALL_HF", Datasets: []string{u.ID}})
		if !errors.As(err, &refusal) || refusal.Fields[0].Message != "Study failed QC; only accepted submissions can be combined." {
			t.Errorf("meta-analysis: %+v", refusal)
		}
	})
}

func TestNeed(t *testing.T) {
	t.Parallel()
	strict := hermes.NewService(nil, nil, nil, time.Now, nil, hermes.Config{})
	lenient := hermes.NewService(nil, nil, nil, time.Now, nil, hermes.Config{FrequencyOptional: true})
	type set = []sumstats.Field
	for _, c := range []struct {
		field   sumstats.Field
		needed  bool
		instead []set
	}{
		{"base_pair_location", true, []set{{"chr_pos"}, {"chr_pos_ref_alt"}, {"rsid"}}},
		{"other_allele", true, []set{{"reference_allele", "alternate_allele"}, {"chr_pos_ref_alt"}, {"alleles"}}},
		{"z", false, nil},
		{"info", false, nil},
	} {
		needed, instead := strict.Need(c.field)
		if needed != c.needed || !cmp.Equal(c.instead, instead) {
			t.Errorf("%s: needed %v, instead %v", c.field, needed, instead)
		}
	}
	for s, want := range map[*hermes.Service]bool{strict: true, lenient: false} {
		if needed, _ := s.Need(sumstats.FieldEAF); needed != want {
			t.Errorf("frequency needed: %v, want %v", needed, want)
		}
	}
}

// Ids of other accounts are not found, also where two ids must belong together.
func TestIDsOfOthers(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u, other := b.run(t, b.register(t, "Study", 1)), b.run(t, b.register(t, "Other", 2))
		stranger := auth.NewIdentity(&auth.User{ID: "reviewer", UserName: "x", Roles: []string{"uploader"}}, nil)
		for name, call := range map[string]func(ctx context.Context) error{
			"a stranger's view":   func(ctx context.Context) error { _, err := b.Upload(ctx, stranger, u.ID); return err },
			"a stranger's job":    func(ctx context.Context) error { _, err := b.jobs.Job(ctx, stranger, u.Run.JobID); return err },
			"a stranger's cancel": func(ctx context.Context) error { _, err := b.jobs.Cancel(ctx, stranger, u.Run.JobID); return err },
			"a stranger's original": func(ctx context.Context) error {
				_, err := b.UploadFile(ctx, stranger, u.ID, "original", "")
				return err
			},
			"a run of another set": func(ctx context.Context) error { _, err := b.Run(ctx, b.uploader, u.ID, other.RunID); return err },
			"a plot of another set": func(ctx context.Context) error {
				_, err := b.RunPlot(ctx, b.uploader, u.ID, other.RunID, "qq")
				return err
			},
			"a file of another set": func(ctx context.Context) error {
				_, err := b.UploadFile(ctx, b.uploader, u.ID, "report.json", other.RunID)
				return err
			},
			"a path for a file": func(ctx context.Context) error {
				_, err := b.UploadFile(ctx, b.uploader, u.ID, "../"+other.ID, "")
				return err
			},
			"an uploader's results": func(ctx context.Context) error { _, err := b.Meta(ctx, b.uploader, "any"); return err },
		} {
			if err := call(t.Context()); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
