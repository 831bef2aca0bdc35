package dataset_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/dataset"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

const realFiles = "../../../testdata/real/"

// sendFile uploads a file as the pages do, and returns the id of the upload.
func (o *office) sendFile(t testing.TB, by *auth.Identity, name string, content []byte) string {
	t.Helper()
	h := o.uploads.Handler(func(*http.Request) (string, error) { return by.User.ID, nil })
	call := func(method, target string, body []byte, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, target, bytes.NewReader(body))
		r.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 300 {
			t.Fatalf("%s %s: %d %s", method, target, w.Code, w.Body)
		}
		return w
	}
	made := call("POST", upload.Path, nil, "Upload-Length", strconv.Itoa(len(content)),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	id := path.Base(made.Header().Get("Location"))
	call("PATCH", upload.Path+id, content, "Upload-Offset", "0", "Content-Type", "application/offset+octet-stream")
	return id
}

func readReal(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(realFiles, name))
	must(t, err)
	return content
}

// registered is a data file of cora with its first check.
type registered struct {
	*office
	dataset, file, job string
}

func printable(r rune) rune {
	if r < ' ' || r == utf8.RuneError {
		return '_'
	}
	return r
}

// register creates a data set on a build with one phenotype and its file.
func (o *office) register(t testing.TB, build, name string, content []byte) *registered {
	t.Helper()
	n := strconv.FormatInt(o.ids.Add(1), 10)
	m := metadata("Set of "+strings.Map(printable, name), o.study(t, "Study "+n).ID)
	m.GenomeBuild, m.Technology = build, "Genome-wide genotyping array"
	d, err := o.CreateDataset(t.Context(), o.cora, m)
	must(t, err)
	cases, controls := int64(400), int64(600)
	v, err := o.AddPhenotype(t.Context(), o.cora, d.ID, dataset.PhenotypeInput{
		Code: "HF", Description: "Heart failure", Dichotomous: true, SampleSize: 1000, Cases: &cases, Controls: &controls,
		UploadID: o.sendFile(t, o.cora, name, content),
	})
	must(t, err)
	f := v.Phenotypes[0].File
	r := &registered{office: o, dataset: d.ID, file: f.ID}
	if f.Check != nil {
		r.job = f.Check.JobID
	}
	return r
}

// claim takes a job as a worker does.
func (o *office) claim(t testing.TB, jobID string) *jobtest.Reporter {
	t.Helper()
	lease := o.newID()
	_, err := o.db.ClaimJob(t.Context(), jobID, lease, "test", o.now())
	must(t, err)
	return &jobtest.Reporter{Token: lease}
}

// check runs the waiting check and returns its outcome.
func (r *registered) check(t testing.TB) *dataset.CheckView {
	t.Helper()
	must(t, r.RunJob(t.Context(), r.job, r.claim(t, r.job)))
	return r.newest(t)
}

func (r *registered) newest(t testing.TB) *dataset.CheckView {
	t.Helper()
	checks, err := r.Checks(t.Context(), r.cora, r.dataset, r.file)
	must(t, err)
	return checks[0]
}

// shown is the part of a report that a page reads.
type shown struct {
	RowsIn       int64            `json:"rows_in"`
	RowsClean    int64            `json:"rows_clean"`
	Excluded     map[string]int64 `json:"excluded_by_reason"`
	Steps        []struct{ Name, Verdict string }
	LeadVariants []map[string]any  `json:"lead_variants"`
	Settings     map[string]any    `json:"settings"`
	Versions     map[string]string `json:"versions"`
	Findings     []dataset.Finding
	Inspection   *recognise.Inspection
	Deposit      *dataset.DepositReport
}

func reportOf(t testing.TB, c *dataset.CheckView) (r shown) {
	t.Helper()
	must(t, json.Unmarshal(c.Report, &r))
	return r
}

// resultsOf returns the names of the stored results of a check.
func (r *registered) resultsOf(t testing.TB, checkID string) []string {
	t.Helper()
	var names []string
	must(t, r.blobs.List(t.Context(), "datasets/files/"+r.file+"/checks/"+checkID+"/", func(o blob.Object) error {
		names = append(names, path.Base(o.Key))
		return nil
	}))
	slices.Sort(names)
	return names
}

var results = []string{"clean.rsindex", "clean.tsv.gz", "clean.tsv.gz.tbi", "deposit.tsv.gz", "excluded.tsv.gz",
	"histograms.json", "histograms.svg", "leftout.tsv.gz", "leftout.tsv.gz.tbi", "manhattan.json", "manhattan.svg",
	"pz.json", "pz.svg", "qq.json", "qq.svg", "report.json"}

func TestCheckOfARealFile(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "grch38", "respiratory.tsv.gz", readReal(t, "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"))
		if c := r.newest(t); c.Status != dataset.CheckQueued || c.Job == nil || c.Job.State != job.Queued {
			t.Errorf("registered, the check is %s, its job %+v", c.Status, c.Job)
		}
		c := r.check(t)
		if c.Status != dataset.CheckWarned || c.Job.State != job.Succeeded || c.FinishedAt == nil || c.Error != "" ||
			*c.RowsIn != 1000 || *c.RowsClean != 1000 || c.LambdaGC == nil || *c.LambdaGC < 0.8 {
			t.Fatalf("%+v, job %s %s", c.Check, c.Job.State, c.Job.Error)
		}
		if diff := cmp.Diff(results, r.resultsOf(t, c.ID)); diff != "" {
			t.Errorf("results (-want +got):\n%s", diff)
		}
		report := reportOf(t, c)
		steps := map[string]string{}
		for _, s := range report.Steps {
			steps[s.Name] = s.Verdict
		}
		// There is no panel, so no step uses one; the numbers of the phenotype are not those of the
		// file.
		if steps["frequency"] != "" || steps["alleles"] != "" || steps["reading"] != "pass" || steps["build"] != "pass" || steps["sample_size"] != "warn" {
			t.Errorf("steps %v", steps)
		}
		if report.RowsIn != 1000 || report.Excluded == nil || report.LeadVariants == nil || report.Settings["build"] != "GRCh38" ||
			report.Versions["cohortium"] != "test" {
			t.Errorf("%+v", report)
		}
		for _, name := range []string{"manhattan", "qq"} {
			data, err := r.CheckPlot(t.Context(), r.cora, r.dataset, r.file, name)
			if must(t, err); !json.Valid(data) {
				t.Errorf("%s is no JSON", name)
			}
		}
		_, err := r.CheckPlot(t.Context(), r.cora, r.dataset, r.file, "report")
		wantCode(t, err, errs.NotFound, "not_found")
	})
}

// TestRareVariantsStay checks that the registry excludes no row for being rare, small or
// palindromic.
func TestRareVariantsStay(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		var table strings.Builder
		table.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\tinfo\n")
		for i, row := range []string{
			"A\tG\t0.1\t0.1\t0.5\t0.3173\t1000\t0.9",
			"A\tT\t0.1\t0.1\t0.5\t0.3173\t1000\t0.9",    // palindromic, the strand unknown
			"C\tG\t0.1\t0.1\t0.0001\t0.3173\t1000\t0.9", // rare
			"A\tG\t0.1\t0.1\t0\t0.3173\t1000\t0.9",      // monomorphic
			"A\tG\t0.1\t0.1\t0.5\t0.3173\t12\t0.9",      // small sample size
			"A\tG\t0.1\t0.1\t0.5\t0.3173\t1000\t0.05",   // low imputation quality
			"A\tAG\t0.1\t0.1\t0.5\t0.3173\t1000\t0.9",   // an insertion
			"A\tG\tNA\t0.1\t0.5\t0.3173\t1000\t0.9",     // no effect
		} {
			table.WriteString("1\t" + strconv.Itoa(1000+i) + "\t" + row + "\n")
		}
		r := o.register(t, "hg19", "small.tsv", []byte(table.String()))
		c := r.check(t)
		if c.RowsIn == nil {
			t.Fatalf("%s %s", c.Status, c.Report)
		}
		if *c.RowsIn != 8 || *c.RowsClean != 7 || reportOf(t, c).Excluded["effect_missing"] != 1 {
			t.Errorf("%d of %d rows stay: %v", *c.RowsClean, *c.RowsIn, reportOf(t, c).Excluded)
		}
	})
}

// refuseMappings tries mappings that do not fit the file, and expects the field at fault.
func (r *registered) refuseMappings(t testing.TB, mapping sumstats.Mapping) {
	t.Helper()
	wrong := maps.Clone(mapping)
	wrong[sumstats.FieldBeta], wrong["nonsense"], wrong[sumstats.FieldInfo] = "no such column", "P", mapping[sumstats.FieldP]
	_, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, wrong, "")
	wantCode(t, err, errs.Rule, "rule")
	if got := slices.Sorted(maps.Keys(fieldsOf(err))); !slices.Contains(got, "mapping.beta") || !slices.Contains(got, "mapping.nonsense") || len(got) != 3 {
		t.Errorf("fields at fault %v", got)
	}
	few := sumstats.Mapping{sumstats.FieldP: mapping[sumstats.FieldP]}
	if _, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, few, ""); fieldsOf(err)["mapping.effect_allele"] == "" {
		t.Errorf("a mapping of P alone: %v", err)
	}
}

func TestQuestionsAreAskedAndAnswered(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "hg19", "pd.tsv.gz", readReal(t, "parkinson_nalls2019_LRRK2_hg19.tsv.gz"))
		c := r.check(t)
		report := reportOf(t, c)
		if c.Status != dataset.CheckQuestions || c.Job.State != job.Succeeded || c.RowsIn != nil || report.Inspection == nil || report.Deposit != nil {
			t.Fatalf("status %s, job %s, report %.300s", c.Status, c.Job.State, c.Report)
		}
		asked := 0
		for _, f := range report.Findings {
			if f.Code == "question" && f.Severity == "block" {
				asked++
			}
		}
		if asked != 2 || len(r.resultsOf(t, c.ID)) != 0 {
			t.Errorf("%d questions in %+v; stored %v", asked, report.Findings, r.resultsOf(t, c.ID))
		}
		in, err := r.Preview(t.Context(), r.cora, r.dataset, r.file)
		if must(t, err); len(in.Sample) != 5 || len(in.Questions()) != 2 {
			t.Errorf("preview: %d rows, %d questions", len(in.Sample), len(in.Questions()))
		}
		mapping := in.Mapping(true)
		r.refuseMappings(t, mapping)

		again, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, mapping, "")
		must(t, err)
		if again.Status != dataset.CheckQueued || again.Job == nil {
			t.Errorf("%+v", again)
		}
		_, err = r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, mapping, "")
		wantCode(t, err, errs.Conflict, "check_running")
		r.job = again.JobID
		if c = r.check(t); c.Status != dataset.CheckWarned || *c.RowsClean < 990 || c.ID != again.ID {
			t.Fatalf("%s %s, findings %v", c.Status, c.Error, reportOf(t, c).Findings)
		}
		for _, f := range reportOf(t, c).Findings {
			if f.Code == "question" {
				t.Errorf("still asked: %s", f.Message)
			}
		}
		// Another check keeps the answers by default.
		for _, next := range []struct {
			mapping sumstats.Mapping
			want    dataset.CheckStatus
		}{{nil, dataset.CheckWarned}, {sumstats.Mapping{}, dataset.CheckQuestions}} {
			again, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, next.mapping, "")
			must(t, err)
			r.job = again.JobID
			if c = r.check(t); c.Status != next.want {
				t.Errorf("mapping %v: %s, want %s", next.mapping, c.Status, next.want)
			}
		}
		checks, err := r.Checks(t.Context(), r.cora, r.dataset, r.file)
		must(t, err)
		if len(checks) != 4 || checks[0].Report == nil || checks[1].Report != nil {
			t.Errorf("%d checks", len(checks))
		}
	})
}

// TestNamesOfAnyBytes checks that a name which is not valid text stops neither a check nor its
// messages.
func TestNamesOfAnyBytes(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "hg19", "a\x00\xff\n<b>.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
		r.check(t)
		again, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, nil, "")
		must(t, err)
		r.job = again.JobID
		if c := r.check(t); c.Status != dataset.CheckWarned {
			t.Errorf("%s %s", c.Status, c.Error)
		}
		r = o.register(t, "hg19", "b.tsv", []byte("P\xff\tP\xff\tbeta\n"+strings.Repeat("1\t2\t3\n", 9)))
		if c := r.check(t); c.Status != dataset.CheckFailed || c.Error == "" {
			t.Errorf("%s %q", c.Status, c.Error)
		}
	})
}

func TestCheckingByRole(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "hg19", "x.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
		r.check(t)
		ctx := t.Context()
		calls := map[string]func(by *auth.Identity, id, file string) error{
			"preview": func(by *auth.Identity, id, f string) error { _, err := r.Preview(ctx, by, id, f); return err },
			"checks":  func(by *auth.Identity, id, f string) error { _, err := r.Checks(ctx, by, id, f); return err },
			"plot":    func(by *auth.Identity, id, f string) error { _, err := r.CheckPlot(ctx, by, id, f, "qq"); return err },
			"deposit": func(by *auth.Identity, id, f string) error { _, err := r.Deposit(ctx, by, id, f); return err },
			"yaml":    func(by *auth.Identity, id, f string) error { _, err := r.DepositYAML(ctx, by, id, f); return err },
			"again": func(by *auth.Identity, id, f string) error {
				_, err := r.CheckAgain(ctx, by, id, f, nil, "")
				return err
			},
		}
		other := o.dataset(t, o.cora, "Another")
		for name, call := range calls {
			wantCode(t, call(o.otto, r.dataset, r.file), errs.NotFound, "not_found")
			wantCode(t, call(o.cora, other.ID, r.file), errs.NotFound, "not_found")
			wantCode(t, call(o.cora, r.dataset, "nothing"), errs.NotFound, "not_found")
			if err := call(o.kurt, r.dataset, r.file); err != nil {
				t.Errorf("%s by a curator: %v", name, err)
			}
		}
		d, err := o.Dataset(ctx, o.cora, r.dataset)
		must(t, err)
		_, err = o.SetSharing(ctx, o.cora, d.ID, d.Version, dataset.SharingInput{Sharing: dataset.Public})
		must(t, err)
		for name, call := range calls {
			err := call(o.otto, r.dataset, r.file)
			if name == "again" {
				wantCode(t, err, errs.Forbidden, "forbidden")
			} else if err != nil {
				t.Errorf("%s by a reader: %v", name, err)
			}
		}
	})
}
