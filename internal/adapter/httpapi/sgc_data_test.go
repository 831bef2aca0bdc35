package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
)

// cohort is the answer about a cohort.
type cohort struct {
	ID, Name, Owner, Status string
	CoOwners                []string `json:"co_owners"`
	Version                 int64
	Validated               bool
	Files                   []struct {
		Kind    string
		Version int
		Current bool
		Sha256  string `json:"sha256"`
		Stored  string `json:"stored_sha256"`
	}
	Tasks []struct {
		Task, Missing string
		Done          bool
	}
	Findings []finding
	History  []struct{ By, Action, Detail string }
	Can      []string
}

type finding struct {
	Severity, Code, Message, Kind, Column, Field, Value, Suggestion string
	Line                                                            int
}

// fileCheck is the result of the check of a file.
type fileCheck struct {
	Header  []string
	Mapping map[string]string
	Rows    int
	Grid    []struct{ Line int }
	Report  struct {
		Findings                   []finding
		ByCode                     map[string]int `json:"by_code"`
		Blocking, Warnings, Hidden int
	}
}

// refused is an error answer about a cohort or a file.
type refused struct {
	problem
	Check    *fileCheck
	Findings []finding
	Current  *cohort
}

type interval struct{ Low, High int64 }

func cohortBody(name string, total, males, females int64) map[string]any {
	return map[string]any{
		"name": name, "total_sample_size": total, "number_of_males": males, "number_of_females": females,
		"cohort_metadata": map[string]any{
			"phenotype_coding_system": "ICD-10", "phenotype_mapping_issues": "none", "cohort_approval_requirements": "none",
			"summary_stats_restrictions": "none", "summary_stats_publication_availability": "yes",
			"summary_stats_consortium_availability": "maybe", "other_notes": "none",
		},
	}
}

// newCohort registers a cohort of 400 males and 600 females.
func (s *site) newCohort(t testing.TB, as, name string) cohort {
	t.Helper()
	var c cohort
	s.want(t, 201, request{method: "POST", path: "/api/sgc/cohorts", as: as, body: cohortBody(name, 1000, 400, 600)}, &c)
	return c
}

func (s *site) cohort(t *testing.T, as, id string) cohort {
	t.Helper()
	var c cohort
	s.want(t, 200, request{method: "GET", path: "/api/sgc/cohorts/" + id, as: as}, &c)
	return c
}

// fileOf returns a request about a file of a cohort.
func fileOf(method, as string, c cohort, kind, content string, more ...string) request {
	q := request{method: method, path: "/api/sgc/cohorts/" + c.ID + "/files/" + kind + "?file_name=counts.csv", as: as, body: []byte(content)}
	if method == "PUT" {
		q.header = ifVersion(c.Version)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.path += "&" + more[i] + "=" + url.QueryEscape(more[i+1])
	}
	return q
}

func ifVersion(version int64) map[string]string {
	return map[string]string{"If-Match": fmt.Sprintf(`"%d"`, version)}
}

// put uploads a file and returns the cohort afterwards.
func (s *site) put(t *testing.T, as string, c cohort, kind, content string) cohort {
	t.Helper()
	var accepted struct{ Cohort cohort }
	s.want(t, 200, fileOf("PUT", as, c, kind, content, "replace", "true"), &accepted)
	return accepted.Cohort
}

// Consistent files of a cohort of 400 males and 600 females.
const (
	casesHead  = "phenotype,cases,controls\n"
	pairsHead  = "phenotype1,phenotype2,cooccurrence_count\n"
	maleCases  = casesHead + "PSOR,100,300\nACNE_VULGARIS,50,350\n"
	femaleCase = casesHead + "PSOR,200,400\nACNE_VULGARIS,60,540\n"
	malePairs  = pairsHead + "PSOR,ACNE_VULGARIS,20\n"
	femalePair = pairsHead + "ACNE_VULGARIS,PSOR,30\n"
)

// fullCohort returns a cohort with all five files.
func (s *site) fullCohort(t *testing.T, as, name string) cohort {
	t.Helper()
	c := s.newCohort(t, as, name)
	for _, f := range [][2]string{
		{"cases_controls_male", maleCases}, {"cases_controls_female", femaleCase}, {"cooccurrence_male", malePairs},
		{"cooccurrence_female", femalePair}, {"cohort_description", "A cohort of the north."},
	} {
		c = s.put(t, as, c, f[0], f[1])
	}
	return c
}

// someCohort creates a cohort of an owner, with a description, at version 2.
func (s *site) someCohort(t *testing.T, owner string) string {
	t.Helper()
	u, now := s.users[owner], s.now()
	c := &sgc.Cohort{
		ID: s.newID(), Owner: sgc.Person{ID: u.ID, UserName: owner}, Total: 1000, Males: 400, Females: 600,
		Status: sgc.Incomplete, Version: 1, CreatedAt: now, UpdatedAt: now, LastActivityAt: now,
	}
	c.Name = "cohort " + c.ID
	must(t, s.store.SGC().InTx(t.Context(), func(tx sgc.Tx) error { return tx.CreateCohort(t.Context(), c) }))
	_, _, err := s.sgc.PutFile(t.Context(), s.identity(t, "admin"), c.ID, 1, sgc.FileInput{
		Kind: check.Description, Name: "about.txt", Content: strings.NewReader("A cohort of the north."),
	})
	must(t, err)
	return c.ID
}
