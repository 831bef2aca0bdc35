package sgc_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// office is a service on a real database with blobs in memory.
type office struct {
	*sgc.Service
	db    *store.Store
	blobs *blob.Bucket
	mail  []auth.Message
	ids   atomic.Int64
	clock atomic.Int64 // seconds since storetest.Epoch
	crash func(point string)

	una, otto, rita *auth.Identity // an uploader, another one, a reviewer
}

// onEach runs a test on each database.
func onEach(t *testing.T, test func(t *testing.T, o *office), change ...func(*sgc.Config)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, s *store.Store) { test(t, newOffice(t, s, change...)) })
}

func newOffice(t testing.TB, db *store.Store, change ...func(*sgc.Config)) *office {
	t.Helper()
	o := &office{db: db, crash: func(string) {}}
	var err error
	o.blobs, err = blob.Open(t.Context(), "mem://")
	must(t, err)
	o.blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = o.blobs.Close() })
	for name, role := range map[string]string{"una": "sgc-uploader", "otto": "sgc-uploader", "rita": "sgc-reviewer", "hans": "uploader"} {
		storetest.AddUser(t, o.db, name, role)
	}
	o.una, o.otto, o.rita = as("una", "sgc-uploader"), as("otto", "sgc-uploader"), as("rita", "sgc-reviewer")
	o.Service = o.service(change...)
	must(t, o.EnsurePhenotypes(t.Context()))
	return o
}

// hideBelow changes the smallest number that is shown.
func (o *office) hideBelow(t *testing.T, minCell int64) {
	t.Helper()
	storetest.SetRules(t, o.db, rule.Rules{TargetBuild: "hg19", MinCell: minCell})
}

// service returns another server on the same database.
func (o *office) service(change ...func(*sgc.Config)) *sgc.Service {
	cfg := sgc.Config{Accounts: o.db.Accounts(), BaseURL: "https://cohort.example.org", Crash: func(point string) { o.crash(point) }}
	for _, fn := range change {
		fn(&cfg)
	}
	return sgc.NewService(o.db.SGC(), o.blobs, o.now, func() string { return fmt.Sprintf("id%05d", o.ids.Add(1)) }, cfg)
}

func (o *office) now() time.Time {
	return storetest.Epoch.Add(time.Duration(o.clock.Add(1)) * time.Second)
}

// Send implements auth.Mailer.
func (o *office) Send(_ context.Context, m auth.Message) error {
	o.mail = append(o.mail, m)
	return nil
}

func as(name, role string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{role}}, nil)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Errorf("error = %v, want kind %d, code %q", err, kind, code)
	}
}

// example returns the cohort of the examples: 1000 people, 400 males, 600 females.
func example(name string) sgc.CohortInput {
	return sgc.CohortInput{Name: name, Total: 1000, Males: 400, Females: 600, Questionnaire: sgc.Questionnaire{
		PhenotypeCodingSystem: "ICD-10", PhenotypeMappingIssues: "None", ApprovalRequirements: "None", Restrictions: "None",
		PublicationAvailability: "yes", ConsortiumAvailability: "maybe", OtherNotes: "None",
	}}
}

func (o *office) cohort(t testing.TB, name string) *sgc.CohortView {
	t.Helper()
	v, err := o.CreateCohort(t.Context(), o.una, example(name))
	must(t, err)
	return v
}

// input returns a file with confirmed replacement.
func input(k check.Kind, text string) sgc.FileInput {
	return sgc.FileInput{Kind: k, Name: string(k) + ".csv", Content: strings.NewReader(text), Replace: true}
}

// casesText and pairsText put headers above lines.
func casesText(lines ...string) string {
	return "phenotype,cases,controls,breakdown\n" + strings.Join(lines, "\n") + "\n"
}

func pairsText(lines ...string) string {
	return "phenotype1,phenotype2,count\n" + strings.Join(lines, "\n") + "\n"
}

// put uploads a file that must be accepted.
func (o *office) put(t testing.TB, v *sgc.CohortView, k check.Kind, text string) *sgc.CohortView {
	t.Helper()
	now, err := o.Cohort(t.Context(), o.rita, v.ID)
	must(t, err)
	now, _, err = o.PutFile(t.Context(), o.una, v.ID, now.Version, input(k, text))
	must(t, err)
	return now
}

// fill uploads the five files of the examples.
func (o *office) fill(t testing.TB, v *sgc.CohortView) *sgc.CohortView {
	t.Helper()
	o.put(t, v, check.CasesMale, casesText("PSOR,100,300,L400:60;L401:50", "ZOSTER,200,200,"))
	o.put(t, v, check.CasesFemale, casesText("PSOR,<5,595,", "ZOSTER,300,300,"))
	o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,50"))
	o.put(t, v, check.PairsFemale, pairsText("ZOSTER,PSOR,2"))
	return o.put(t, v, check.Description, "A cohort of the north.\n")
}

// trail returns the audit entries after a number, one line each.
func (o *office) trail(t testing.TB, after int64) (lines []string, last int64) {
	t.Helper()
	last = after
	must(t, o.db.WalkAudit(t.Context(), after+1, func(e *audit.Event) error {
		lines, last = append(lines, fmt.Sprintf("%s %s %s", e.Actor, e.Action, e.Object)), e.Seq
		return nil
	}))
	return lines, last
}

func (o *office) content(t testing.TB, by *auth.Identity, cohortID string, k check.Kind, version int) string {
	t.Helper()
	_, in, err := o.OpenFile(t.Context(), by, cohortID, k, version)
	must(t, err)
	defer in.Close()
	b, err := io.ReadAll(in)
	must(t, err)
	return string(b)
}

func codes(list []check.Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, string(f.Severity)+" "+f.Code)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
