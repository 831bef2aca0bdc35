package hermes_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"path"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// counted answers the questions about changed inputs and counts them. Without a store behind it, any other question
// ends the test.
type counted struct {
	hermes.Store
	metas []*hermes.Meta
	asked map[string]int
}

func (c *counted) Metas(context.Context, hermes.MetaFilter) ([]*hermes.Meta, int64, error) {
	c.asked["metas"]++
	return c.metas, int64(len(c.metas)), nil
}

func (c *counted) MetasByID(_ context.Context, ids []string) (found []*hermes.Meta, _ error) {
	c.asked["metas"]++
	for _, m := range c.metas {
		for _, id := range ids {
			if m.ID == id {
				found = append(found, m)
			}
		}
	}
	return found, nil
}

func (c *counted) UploadsByID(_ context.Context, ids []string) (found []*hermes.Submission, _ error) {
	c.asked["uploads"]++
	for _, id := range ids {
		found = append(found, &hermes.Submission{ID: id, RunID: "new of " + id, Status: hermes.ReviewApproved})
	}
	return found, nil
}

func (c *counted) QCRunsByID(_ context.Context, ids []string) (found []*hermes.QCRun, _ error) {
	c.asked["runs"]++
	for _, id := range ids {
		found = append(found, &hermes.QCRun{ID: id})
	}
	return found, nil
}

func (c *counted) JobsByID(context.Context, []string) ([]*job.Job, error) {
	c.asked["jobs"]++
	return nil, nil
}

// The marks "input changed" of a list take as many questions for fifty meta-analyses as for one, and those of the
// data sets twice as many for fifty-one.
func TestMarksOfAListAreAskedForTogether(t *testing.T) {
	reviewer := auth.NewIdentity(&auth.User{ID: "reviewer", UserName: "reviewer", Roles: []string{"reviewer"}}, nil)
	for n, batches := range map[int]int{1: 1, 50: 1, 51: 2} {
		c := &counted{asked: map[string]int{}}
		var ids []string
		for i := range n {
			m := &hermes.Meta{ID: fmt.Sprint("m", i), JobID: fmt.Sprint("j", i), Status: hermes.MetaCompleted}
			for k := range 3 {
				id := fmt.Sprint("u", i, "-", k)
				m.Inputs = append(m.Inputs, hermes.MetaInput{UploadID: id, RunID: "old of " + id, DatasetName: id})
			}
			c.metas, ids = append(c.metas, m), append(ids, m.ID)
		}
		s := hermes.NewService(c, nil, nil, nil, nil, hermes.Config{})
		said, err := s.InputsChanged(t.Context(), ids)
		must(t, err)
		if want := fmt.Sprint(map[string]int{"metas": batches, "uploads": batches, "runs": batches}); len(said) != n || fmt.Sprint(c.asked) != want {
			t.Errorf("%d data sets: %d marks by %v, want %s", n, len(said), c.asked, want)
		}
		clear(c.asked)
		page, err := s.Metas(t.Context(), reviewer, hermes.MetaFilter{Limit: n})
		must(t, err)
		if len(page.Items) != n || len(page.Items[n-1].Changed) != 3 || c.asked["metas"] != 1 || c.asked["uploads"] != 1 || c.asked["runs"] != 1 ||
			c.asked["jobs"] != 1 {
			t.Errorf("%d meta-analyses: %d rows by %v", n, len(page.Items), c.asked)
		}
	}
}

// A meta-analysis and submissions of hostile names: its archive has the usual files, and their tables hold the names.
func TestHostileNamesInTheArchiveOfAMetaAnalysis(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		names := []string{`../=CON; "x"`, "NA"}
		m := b.combined(t, "../constructor\\=1;", []string{b.approve(t, names[0], 1), b.approve(t, names[1], 2)})
		_, write, err := b.MetaArchive(t.Context(), b.reviewer, m.ID)
		must(t, err)
		var out bytes.Buffer
		must(t, write(t.Context(), &out))
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		must(t, err)
		all, err := m.All()
		must(t, err)
		if len(z.File) != len(all) || len(all) < 3 {
			t.Errorf("%d files of %d", len(z.File), len(all))
		}
		for i, f := range z.File {
			if f.Name != all[i].Name || path.Base(f.Name) != f.Name || f.Modified.Year() < 2000 {
				t.Errorf("the archive has %q of %s, want %q", f.Name, f.Modified, all[i].Name)
			}
		}
		for i, in := range m.Inputs {
			if in.DatasetName != names[i] {
				t.Errorf("%q is %q", names[i], in.DatasetName)
			}
		}
	})
}
