package httpapi_test

import (
	"testing"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job/jobtest"
	"cohortium/internal/platform/record"
)

// indexed is the answer about an index.
type indexed struct {
	ID, Name, Area, Owner, Sharing, Status, Error, Schema string
	GenomeBuild                                           string `json:"genome_build"`
	People                                                []string
	Version, Rows, Bytes                                  int64
	Source                                                struct {
		Kind, ID string
		There    bool
	}
	Can   struct{ Edit, Share, Delete, Restore, Rebuild bool }
	Job   struct{ ID, Kind, State string }
	Build *struct {
		Generation, Schema, Counting string
		Rows, Skipped                int64
		InPlace                      bool `json:"in_place"`
		Examples                     [][]string
		Columns                      []struct{ Name, Type string }
		Proof                        *struct{ Queries, Differ, Seed int64 }
	}
}

// answered is a page of rows.
type answered struct {
	Index        string
	Q            []string
	Count        int64
	Page         int
	Limit        *int64
	Data         []map[string]any
	Region       string
	Coordinates  string
	GenomeBuild  string `json:"genome_build"`
	Continuation *string
}

func absentSource() map[string]any { return map[string]any{"kind": "upload", "id": "absent"} }

// waitingIndex creates an index of hermes whose first build waits.
func (s *site) waitingIndex(t testing.TB, owner string) string {
	t.Helper()
	id, now := s.newID(), s.now()
	who := record.Person{ID: s.users[owner].ID, UserName: owner}
	x := &bioindex.Index{
		ID:         id,
		Name:       "Index " + id,
		Area:       auth.AreaHermes,
		Owner:      who,
		Sharing:    bioindex.Private,
		Source:     bioindex.Source{Kind: bioindex.FromUpload, ID: "gone"},
		SourceName: "cell.tsv",
		NewestID:   "build of " + id,
		CreatedAt:  now,
		UpdatedAt:  now,
		UpdatedBy:  owner,
		Version:    1,
	}
	b := &bioindex.Build{
		ID:         x.NewestID,
		IndexID:    id,
		Status:     bioindex.Cancelled,
		Definition: bioindex.Definition{Schema: "rsid"},
		JobID:      "gone",
		CreatedBy:  owner,
		CreatedAt:  now,
	}
	must(t, s.store.Indexes().InTx(t.Context(), func(tx bioindex.Tx) error {
		if err := tx.CreateIndex(t.Context(), x); err != nil {
			return err
		}
		return tx.CreateBuild(t.Context(), b)
	}))
	return id
}

// newIndex creates an index from a text and builds it.
func (s *site) newIndex(t *testing.T, owner, name, text string, body map[string]any) indexed {
	t.Helper()
	x := s.askForIndex(t, 201, owner, name, text, body)
	s.build(t, x)
	return s.index(t, owner, x.ID)
}

// askForIndex uploads a text and requests an index of it.
func (s *site) askForIndex(t *testing.T, status int, owner, name, text string, body map[string]any) (x indexed) {
	t.Helper()
	if body["source"] == nil {
		body["source"] = map[string]any{"kind": "upload", "id": s.addFile(t, owner, name, []byte(text))}
	}
	if body["name"] == nil {
		body["name"] = name
	}
	s.pass()
	s.want(t, status, request{method: "POST", path: "/api/indexes", as: owner, body: body}, &x)
	return x
}

func (s *site) index(t *testing.T, as, id string) (x indexed) {
	t.Helper()
	s.want(t, 200, request{method: "GET", path: "/api/indexes/" + id, as: as}, &x)
	return x
}

// build runs the job of an index.
func (s *site) build(t *testing.T, x indexed) {
	t.Helper()
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), x.Job.ID, lease, "test", s.now())
	must(t, err)
	must(t, s.indexes.RunJob(t.Context(), x.Job.ID, &jobtest.Reporter{Token: lease}))
}

// refusedIndex makes a call that must be refused with a status, a code and a message.
func (s *site) refusedIndex(t *testing.T, status int, code string, q request) problem {
	t.Helper()
	s.pass()
	var p problem
	s.want(t, status, q, &p)
	if p.Code != code || p.Detail == "" || status >= 500 {
		t.Errorf("%s %s: %d %q (%s), want %q", q.method, q.path, status, p.Code, p.Detail, code)
	}
	return p
}
