package httpapi_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes/hermestest"
)

// review decides as a reviewer does who acknowledges every doubt of an accepted report.
func (s *site) review(t *testing.T, status int, as string, d dataset, body map[string]any) problem {
	t.Helper()
	if status == 200 && body["decision"] == "approve" {
		body["acknowledged"] = s.doubts(t, as, d.ID)
	}
	var p problem
	s.want(t, status, request{method: "POST", path: "/api/hermes/uploads/" + d.ID + "/review", as: as, body: body}, &p)
	return p
}

func (s *site) doubts(t *testing.T, as, id string) []string {
	t.Helper()
	var found struct{ Items []struct{ Doubts []string } }
	s.want(t, 200, request{path: "/api/hermes/review-findings?dataset=" + id, as: as}, &found)
	return found.Items[0].Doubts
}

func TestADataSetFromUploadToApproval(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.register(t, "uploader", "First", "Cohort A", hermestest.Sumstats(4400, 1))
	if d.Status != "SUBMITTED TO QC" || d.WaitingOn != "system" || d.Run.Status != "QUEUED" || d.Run.Number != 1 || !d.Actions["cancel"].Allowed {
		t.Errorf("registered: %+v", d)
	}
	if a := d.Actions["edit"]; a.Allowed || a.Reason == "" {
		t.Errorf("edit while QC runs: %+v", a)
	}
	s.work(t, d.Run.JobID)
	d = s.get(t, "uploader", d.ID)
	if d.Status != "READY FOR REVIEW" || d.WaitingOn != "reviewer" || d.Run.Status != "COMPLETED" || d.Run.Verdict == "" || d.Run.Job.State != "succeeded" {
		t.Fatalf("after QC: %+v run %+v", d, d.Run)
	}
	var run struct {
		RowsIn, RowsClean int64
		Report            map[string]any
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads/" + d.ID + "/qc-runs/" + d.Run.ID, as: "uploader"}, &run)
	if run.Report["rows_in"] != 4400.0 || run.Report["verdict"] != d.Run.Verdict {
		t.Errorf("report: rows_in %v, verdict %v", run.Report["rows_in"], run.Report["verdict"])
	}
	for _, plot := range []string{"manhattan", "qq", "pz", "histograms"} {
		s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads/" + d.ID + "/qc-runs/" + d.Run.ID + "/plots/" + plot, as: "uploader"}, nil)
	}
	s.review(t, 200, "reviewer", d, map[string]any{"decision": "approve", "run_id": d.Run.ID})
	d = s.get(t, "uploader", d.ID)
	if d.Status != "REVIEW APPROVED" || d.WaitingOn != "nobody" || d.Review == nil || d.Review.By != "reviewer" || d.Review.Decision != "approved" {
		t.Errorf("after approval: %+v review %+v", d, d.Review)
	}
	if _, there := d.Actions["review"]; there {
		t.Error("an uploader is offered the review")
	}
	var actions []string
	for _, e := range d.History {
		actions = append(actions, e.Action)
	}
	want := []string{"approved", actions[1], "registered"}
	if !strings.HasPrefix(actions[1], "QC passed") {
		t.Errorf("between them: %q", actions[1])
	}
	if diff := cmp.Diff(want, actions); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

func TestReviewRules(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "reviewer", "Own", "A", 1)
	if p := s.review(t, 403, "reviewer", d, map[string]any{"decision": "approve"}); p.Code != "own_file" {
		t.Errorf("one's own file: %+v", p)
	}
	s.review(t, 403, "uploader", d, map[string]any{"decision": "approve"})
	if p := s.review(t, 422, "reviewer2", d, map[string]any{"decision": "reject", "comment": "  "}); len(p.Fields) != 1 || p.Fields[0].Field != "comment" {
		t.Errorf("reject without a reason: %+v", p)
	}
	if p := s.review(t, 409, "reviewer2", d, map[string]any{"decision": "approve", "run_id": "older"}); p.Code != "newer_run" {
		t.Errorf("a run that is not current: %+v", p)
	}
	s.review(t, 422, "reviewer2", d, map[string]any{"decision": "maybe"})
	s.review(t, 200, "reviewer2", d, map[string]any{"decision": "reject", "comment": "beta is on the wrong scale"})
	got := s.get(t, "reviewer", d.ID)
	if got.Status != "REVIEW REJECTED" || got.WaitingOn != "uploader" || got.Review.Comment != "beta is on the wrong scale" {
		t.Errorf("rejected: %+v", got)
	}
	if p := s.review(t, 409, "reviewer2", d, map[string]any{"decision": "approve"}); p.Code != "not_ready" {
		t.Errorf("a second decision: %+v", p)
	}
}

func TestRegisterIsIdempotentPerFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	content := hermestest.Sumstats(40, 1)
	fileID := s.addFile(t, "uploader", "a.tsv", content)
	q := request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": fileID, "metadata": hermestest.Metadata("Same", "A"), "mapping": hermestest.Mapping(),
	}}
	var first, second dataset
	s.want(t, 201, q, &first)
	s.want(t, 201, q, &second)
	if first.ID != second.ID || first.Run.ID != second.Run.ID {
		t.Errorf("two submissions of one file: %s and %s", first.ID, second.ID)
	}
	var p problem
	q.as = "uploader2"
	s.want(t, 404, q, &p)
	if !slices.ContainsFunc(
		s.get(t, "uploader", s.register(t, "uploader", "Again", "A", content).ID).SameFileAs,
		func(o struct{ ID string }) bool { return o.ID == first.ID },
	) {
		t.Error("the same bytes under another name are not recognised")
	}
	other := s.register(t, "uploader2", "Elsewhere", "A", content)
	if n := len(s.get(t, "uploader2", other.ID).SameFileAs); n != 0 {
		t.Errorf("another's submissions are given away: %d", n)
	}
	if n := len(s.get(t, "reviewer", other.ID).SameFileAs); n != 2 {
		t.Errorf("a reviewer is told of %d others with the same bytes, want 2", n)
	}
	s.want(t, 409, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": s.addFile(t, "uploader", "b.tsv", content), "metadata": hermestest.Metadata("sAME ", "A"), "mapping": hermestest.Mapping(),
	}}, &p)
	if p.Code != "name_taken" || p.Fields[0].Field != "metadata.dataSetName" {
		t.Errorf("a name that is taken: %+v", p)
	}
}

func TestRegisterRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		name     string
		content  []byte
		metadata map[string]any // changes; nil deletes
		mapping  map[string]any
		status   int
		fields   []string
	}{
		{"unknown choices", nil, map[string]any{"phenotype": "X", "ancestry": "x", "sex": "F", "caseType": "?"}, nil, 422,
			[]string{"metadata.ancestry", "metadata.caseType", "metadata.phenotype", "metadata.sex"}},
		{"no build", nil, map[string]any{"genomeBuild": "n/a"}, nil, 422, []string{"metadata.genomeBuild"}},
		{"unknown build", nil, map[string]any{"genomeBuild": "hg17"}, nil, 422, []string{"metadata.genomeBuild"}},
		{"more cases than people", nil, map[string]any{"cases": 10001}, nil, 422, []string{"metadata.cases"}},
		{"end before start", nil, map[string]any{"dataCollectionStart": "2020-02-01", "dataCollectionEnd": "2020-01-01"}, nil, 422,
			[]string{"metadata.dataCollectionEnd"}},
		{"a column that is not there", nil, nil, map[string]any{"p_value": "PVAL"}, 422, []string{"mapping.p_value"}},
		{"a column twice", nil, nil, map[string]any{"standard_error": "beta"}, 422, []string{"mapping.standard_error"}},
		{"no effect", nil, nil, map[string]any{"beta": nil}, 422, []string{"mapping.beta"}},
		{"no frequency", nil, nil, map[string]any{"effect_allele_frequency": nil}, 422, []string{"mapping.effect_allele_frequency"}},
		{"a field that nobody knows", nil, nil, map[string]any{"colour": "n"}, 422, []string{"mapping.colour"}},
		{"both metadata and mapping", nil, map[string]any{"cases": 0}, map[string]any{"beta": nil}, 422, []string{"mapping.beta", "metadata.cases"}},
		{"a file that is no table", []byte{0x89, 'P', 'N', 'G', 0, 1, 2, 3}, nil, nil, 422, nil},
		{"an empty file", []byte{}, nil, nil, 422, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := c.content
			if content == nil {
				content = hermestest.Sumstats(40, 1)
			}
			metadata, mapping := hermestest.Metadata("x", "y"), map[string]any{}
			for field, column := range hermestest.Mapping() {
				mapping[field] = column
			}
			for _, change := range []struct{ to, by map[string]any }{{metadata, c.metadata}, {mapping, c.mapping}} {
				for key, value := range change.by {
					change.to[key] = value
					if value == nil {
						delete(change.to, key)
					}
				}
			}
			var p problem
			s.want(t, c.status, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
				"upload_id": s.addFile(t, "uploader", "a.tsv", content), "metadata": metadata, "mapping": mapping,
			}}, &p)
			var fields []string
			for _, f := range p.Fields {
				fields = append(fields, f.Field)
			}
			if diff := cmp.Diff(c.fields, fields); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
		})
	}
	content := hermestest.Sumstats(40, 1)
	half := s.send(t, "uploader", "half.tsv", content, len(content)/2)
	var p problem
	s.want(t, 409, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": half, "metadata": hermestest.Metadata("x", "y"), "mapping": hermestest.Mapping(),
	}}, &p)
	if p.Code != "incomplete_upload" {
		t.Errorf("half a file: %+v", p)
	}
	var pending struct {
		Items []struct {
			ID       string
			Offset   int
			Complete bool
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/uploads/", as: "uploader"}, &pending)
	if len(pending.Items) == 0 || pending.Items[0].ID != half || pending.Items[0].Complete || pending.Items[0].Offset != len(content)/2 {
		t.Errorf("pending: %+v", pending.Items)
	}
}

func TestEditWithdrawsTheApprovalAndRunsAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "Edited", "A", 1)
	s.review(t, 200, "reviewer", d, map[string]any{"decision": "approve"})
	d = s.get(t, "uploader", d.ID)
	metadata := hermestest.Metadata("Edited", "Cohort B")
	edit := func(version string) request {
		return request{method: "PUT", path: "/api/hermes/uploads/" + d.ID + "/metadata", as: "uploader",
			header: map[string]string{"If-Match": version}, body: map[string]any{"metadata": metadata, "mapping": hermestest.Mapping()}}
	}
	var p problem
	s.want(t, 409, edit(`"1"`), &p)
	if p.Code != "changed" {
		t.Errorf("an old version: %+v", p)
	}
	s.want(t, 400, edit(`"*"`), nil)
	missing := edit("")
	missing.header = nil
	s.want(t, 400, missing, nil)
	current := edit(strconv.Quote(strconv.FormatInt(d.Version, 10)))
	s.want(t, 409, current, &p)
	if p.Code != "withdraws_acceptance" {
		t.Errorf("before it was confirmed: %+v", p)
	}
	var changed dataset
	current.path += "?withdraw=true"
	s.want(t, 200, current, &changed)
	if changed.Status != "SUBMITTED TO QC" || changed.Run.Number != 2 || changed.Review != nil || changed.Version <= d.Version {
		t.Errorf("changed: %+v run %+v", changed, changed.Run)
	}
	if e := changed.History[0]; e.Action != "metadata changed" || !strings.Contains(e.Detail, "acceptance by reviewer is withdrawn") {
		t.Errorf("history: %+v", e)
	}
	s.want(t, 409, edit(strconv.Quote(strconv.FormatInt(changed.Version, 10))), &p)
	if p.Code != "qc_running" {
		t.Errorf("an edit while QC runs: %+v", p)
	}
	s.want(t, 409, request{method: "POST", path: "/api/hermes/uploads/" + d.ID + "/qc-runs", as: "reviewer",
		body: map[string]any{"fd": 0.1, "adj": "none", "noind": false}}, &p)
}

func TestRerunKeepsRunsSideBySide(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "Rerun", "A", 1)
	path := "/api/hermes/uploads/" + d.ID + "/qc-runs"
	for _, bad := range []map[string]any{
		{"fd": 0.2, "adj": "ldsc", "noind": false},
		{"fd": 0.2, "adj": "none", "noind": false, "panel": "absent"},
		{"fd": 2, "adj": "none", "noind": false},
	} {
		s.want(t, 422, request{method: "POST", path: path, as: "reviewer", body: bad}, nil)
	}
	var run struct {
		ID, Status, JobID string
		Number            int
		Settings          map[string]any
	}
	s.want(t, 201, request{method: "POST", path: path, as: "reviewer", body: map[string]any{"fd": 0.1, "adj": "lambda", "noind": true, "it": 0.3}}, &run)
	if run.Number != 2 || run.Settings["fd"] != 0.1 || run.Settings["it"] != 0.3 || run.Settings["noind"] != true {
		t.Errorf("run: %+v", run)
	}
	s.work(t, s.get(t, "uploader", d.ID).Run.JobID)
	var runs struct{ Items []struct{ Status string } }
	s.want(t, 200, request{method: "GET", path: path, as: "uploader"}, &runs)
	if len(runs.Items) != 2 || runs.Items[0].Status != "COMPLETED" || runs.Items[1].Status != "COMPLETED" {
		t.Errorf("runs: %+v", runs)
	}
	for _, id := range []string{d.Run.ID, run.ID} {
		s.want(t, 200, request{method: "GET", path: path + "/" + id + "/plots/qq", as: "uploader"}, nil)
	}
	other := s.ready(t, "uploader", "Other", "B", 2)
	s.want(t, 404, request{method: "GET", path: path + "/" + other.Run.ID, as: "uploader"}, nil)
}

func TestUnreadableFileFailsQCWithASentence(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	content := append(hermestest.Sumstats(40_000, 1), 0, 0, 0) // more than is inspected
	d := s.register(t, "uploader", "Broken", "A", content)
	s.work(t, d.Run.JobID)
	d = s.get(t, "uploader", d.ID)
	if d.Status != "FAILED QC" || d.WaitingOn != "uploader" || d.Run.Status != "FAILED" || d.Run.Error == "" || d.Run.Job.State != "failed" {
		t.Errorf("status %s, run %+v, job %+v", d.Status, d.Run, d.Run.Job)
	}
	if !d.Actions["edit"].Allowed || !d.Actions["rerun"].Allowed {
		t.Errorf("no way out: %+v", d.Actions)
	}
}

func TestCancelLeavesAWayOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.register(t, "uploader", "Cancelled", "A", hermestest.Sumstats(4400, 1))
	cancel := request{method: "POST", path: "/api/jobs/" + d.Run.JobID + "/cancel", as: "analyst"}
	s.want(t, 403, cancel, nil)
	cancel.as = "uploader2"
	s.want(t, 404, cancel, nil)
	cancel.as = "uploader"
	s.want(t, 200, cancel, nil)
	d = s.get(t, "uploader", d.ID)
	if d.Status != "FAILED TO SUBMIT TO QC" || d.Run.Status != "CANCELLED" || d.Run.Job.State != "cancelled" || !d.Actions["rerun"].Allowed {
		t.Errorf("cancelled while waiting: %+v run %+v", d, d.Run)
	}
	if _, err := s.store.ClaimJob(t.Context(), d.Run.JobID, "l", "w", s.now()); err == nil {
		t.Error("a cancelled job can still be taken")
	}
	s.want(t, 200, cancel, nil) // a repeat changes nothing
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.register(t, "uploader", "Doomed", "A", hermestest.Sumstats(440, 1))
	q := request{method: "DELETE", path: "/api/hermes/uploads/" + d.ID, as: "uploader"}
	s.want(t, 403, q, nil)
	q.as = "reviewer"
	s.want(t, 409, q, nil) // QC runs
	s.work(t, d.Run.JobID)
	s.want(t, 204, q, nil)
	s.want(t, 404, request{method: "GET", path: q.path, as: "reviewer"}, nil)
	s.want(t, 404, q, nil)
	s.register(t, "uploader", "Doomed", "A", hermestest.Sumstats(440, 1)) // the name is available again
}

// Numbers in metadata are numbers: digits in quotes are refused by field name, and reads return
// numbers.
func TestNumbersOfMetadataAreNumbers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := func(cases any) map[string]any {
		metadata := hermestest.Metadata("Study", "A")
		metadata["cases"] = cases
		return map[string]any{
			"upload_id": s.addFile(t, "uploader", "study.tsv", hermestest.Sumstats(440, 1)),
			"metadata":  metadata,
			"mapping":   hermestest.Mapping(),
		}
	}
	var p problem
	s.want(t, 400, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: body("3000")}, &p)
	if len(p.Fields) != 1 || p.Fields[0].Field != "metadata.cases" {
		t.Errorf("digits in quotes: %+v", p)
	}
	var d dataset
	s.want(t, 201, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: body(3000)}, &d)
	var read struct{ Metadata map[string]any }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads/" + d.ID, as: "uploader"}, &read)
	for field, want := range map[string]float64{"cases": 3000, "totalSampleSize": 10000} {
		if got := read.Metadata[field]; got != want {
			t.Errorf("%s is read as %#v", field, got)
		}
	}
}

// Only the start of a file is inspected, for accounts that may upload it, and no more of it than
// needed.
func TestOnlyTheBeginningOfAFileIsLookedAt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := hermestest.Sumstats(20_000, 1)
	text = text[:min(len(text), 1<<20)]
	if len(text) != 1<<20 {
		t.Fatalf("the file has %d bytes: too few for this test", len(text))
	}
	look := func(as string, body []byte) request {
		return request{method: "POST", path: "/api/sumstats/preview?file_name=a.tsv", as: as, body: body}
	}
	var seen struct{ Header []string }
	if s.want(t, 200, look("uploader", text), &seen); !slices.Contains(seen.Header, "beta") {
		t.Errorf("the header is %q", seen.Header)
	}
	var p problem
	if s.want(t, 413, look("uploader", append(text, '\n')), &p); p.Code != "too_large" {
		t.Errorf("a byte more: %+v", p)
	}
	s.want(t, 401, look("", text), nil)
	s.want(t, 403, look("analyst", text), nil)
}
