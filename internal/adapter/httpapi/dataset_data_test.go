package httpapi_test

import (
	"fmt"
	"maps"
	"testing"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// registered is the answer about a data set of the registry.
type registered struct {
	ID, Name, Owner, Description, Sharing, Citation, Status string
	StudyID                                                 string   `json:"study_id"`
	CoOwners                                                []string `json:"co_owners"`
	PubID                                                   string   `json:"pub_id"`
	PublicationURL                                          string   `json:"publication_url"`
	PurgedAt                                                *string  `json:"purged_at"`
	Version                                                 int64
	Completeness                                            []string
	Study                                                   struct{ Name, Institution string }
	Terms                                                   []struct{ Curie, Label string }
	Phenotypes                                              []struct{ ID, Phenotype string }
	Can                                                     struct{ Edit, Share, Transfer, Delete, Restore bool }
}

// registryPage is a page of the list.
type registryPage struct {
	Items []struct {
		ID, Name, Study string
		Can             struct{ Edit bool }
	}
	Total      int64
	NextCursor string `json:"next_cursor"`
}

func (p registryPage) names() (out []string) {
	for _, row := range p.Items {
		out = append(out, row.Name)
	}
	return out
}

// datasetBody returns the body of a form; with replaces some of it.
func datasetBody(name, studyID string, with map[string]any) map[string]any {
	body := map[string]any{
		"name": name, "study_id": studyID, "data_type": "gwas", "genome_build": "hg19", "ancestry": "EU", "sex": "mixed",
		"global_sample_size": 1000, "status": "pre", "data_submitter": "Ann Example", "data_submitter_email": "ann@example.org",
		"description": "Heart failure",
	}
	maps.Copy(body, with)
	return body
}

// newStudy registers a study and returns its id.
func (s *site) newStudy(t testing.TB, as, name string) string {
	t.Helper()
	var study struct{ ID string }
	s.want(t, 201, request{method: "POST", path: "/api/studies", as: as, body: map[string]any{"name": name, "institution": "University"}}, &study)
	return study.ID
}

// newDataset registers a data set in a new study.
func (s *site) newDataset(t testing.TB, as, name string) registered {
	t.Helper()
	var d registered
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: as, body: datasetBody(name, s.newStudy(t, as, "Study of "+name), nil)}, &d)
	return d
}

// changeDataset makes a call that changes a version of a data set.
func (s *site) changeDataset(t testing.TB, status int, as, path string, version int64, body, out any) {
	t.Helper()
	s.want(
		t,
		status,
		request{method: "PUT", path: path, as: as, body: body, header: map[string]string{"If-Match": fmt.Sprintf("%q", fmt.Sprint(version))}},
		out,
	)
}

// datasetWithFile creates a data set with a phenotype, its file, a credible set and a link, for the
// paths of its calls.
func (s *site) datasetWithFile(t *testing.T, owner string) objects {
	t.Helper()
	by, d := auth.NewIdentity(s.users[owner], nil), s.newDataset(t, owner, "Cell "+s.newID())
	v, err := s.registry.AddPhenotype(t.Context(), by, d.ID, registry.PhenotypeInput{
		Code: "T2D", SampleSize: 10, UploadID: s.sendWhole(t, owner, "cell.tsv", hermestest.Sumstats(40, 1)),
	})
	must(t, err)
	p := v.Phenotypes[0]
	v, err = s.registry.AddCredibleSet(t.Context(), by, d.ID, p.ID, "set", s.sendWhole(t, owner, "set.txt", []byte("rs1\n")))
	must(t, err)
	link, err := s.registry.CreateLink(t.Context(), by, d.ID, registry.LinkInput{FileID: p.File.ID, Hours: 1})
	must(t, err)
	return objects{id: d.ID, in: map[string]string{"pid": p.ID, "cid": v.Phenotypes[0].CredibleSets[0].ID, "fid": p.File.ID, "lid": link.ID}}
}
