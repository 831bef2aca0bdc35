package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

func testUsedPhenotypes(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for _, id := range []string{"u1", "u2"} {
		AddUser(t, s, id)
	}
	addStudy(t, s, newStudy("s1", "u1"))
	for i, sharing := range []dataset.Sharing{dataset.Private, dataset.Public, dataset.Named} {
		d := newDataset(fmt.Sprintf("d%d", i), "u1", "s1")
		d.Sharing, d.Groups = sharing, []string{"a"}
		AddDataset(t, s, d)
	}
	bin := newDataset("bin", "u1", "s1")
	at := Epoch
	bin.DeletedAt = &at
	AddDataset(t, s, bin)
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
		for i, p := range []dataset.Phenotype{
			{DatasetID: "d0", Code: "own"}, {DatasetID: "d0", Code: "Ärger", Dichotomous: true}, {DatasetID: "d1", Code: "ÄRGER", Description: "Text"},
			{DatasetID: "d1", Code: "ärger"}, {DatasetID: "d2", Code: "shared"}, {DatasetID: "bin", Code: "own"},
		} {
			p.ID, p.SampleSize, p.CreatedAt = fmt.Sprintf("p%d", i), 1, Epoch
			if err := tx.CreatePhenotype(ctx, &p); err != nil {
				return err
			}
		}
		return nil
	}))
	for name, c := range map[string]struct {
		reader *dataset.Reader
		want   []string
	}{
		"everything":        {nil, []string{"ärger Text true 2", "own  false 1", "shared  false 1"}},
		"who sees all":      {&dataset.Reader{UserID: "u2", All: true}, []string{"ärger Text true 2", "own  false 1", "shared  false 1"}},
		"the owner":         {&dataset.Reader{UserID: "u1"}, []string{"ärger Text true 2", "own  false 1", "shared  false 1"}},
		"a stranger":        {&dataset.Reader{UserID: "u2"}, []string{"ärger Text false 1"}},
		"one of the group":  {&dataset.Reader{UserID: "u2", Groups: []string{"b", "a"}}, []string{"ärger Text false 1", "shared  false 1"}},
		"one of another":    {&dataset.Reader{UserID: "u2", Groups: []string{"' OR 1=1 --"}}, []string{"ärger Text false 1"}},
		"nobody in special": {&dataset.Reader{}, []string{"ärger Text false 1"}},
	} {
		list, err := s.Datasets().UsedPhenotypes(ctx, c.reader)
		must(t, err)
		got := map[string]bool{}
		for _, u := range list {
			got[fmt.Sprintf("%s %s %t %d", strings.ToLower(u.Code), u.Description, u.Dichotomous, u.Datasets)] = true
		}
		want := map[string]bool{}
		for _, line := range c.want {
			want[line] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if len(list) > 1 && list[0].Datasets < list[len(list)-1].Datasets {
			t.Errorf("%s: %+v is not by use", name, list)
		}
	}
}

func testNamesOfTheRegistry(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	study := newStudy("s1", "u1")
	study.Name = "Zürich"
	addStudy(t, s, study)
	d := newDataset("d1", "u1", "s1")
	d.Name, d.CoOwners = "Größe 1", []dataset.Person{{ID: "u1", UserName: "u1"}}
	AddDataset(t, s, d)
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
		for _, from := range []interface {
			DatasetByName(context.Context, string) (*dataset.Dataset, error)
			StudyByName(context.Context, string) (*dataset.Study, error)
		}{g, tx} {
			got, err := from.DatasetByName(ctx, " GRÖSSE 1 ")
			if err != nil {
				return err
			}
			if diff := cmp.Diff(d, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			is, err := from.StudyByName(ctx, "zu\u0308rich")
			if err != nil {
				return err
			}
			if diff := cmp.Diff(study, is); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, absent := range []string{"", "Größe", "\x00", "\xff", "%"} {
				_, err = from.DatasetByName(ctx, absent)
				wantKind(t, err, errs.NotFound)
				_, err = from.StudyByName(ctx, absent)
				wantKind(t, err, errs.NotFound)
			}
		}
		return nil
	}))
}

func testDatasetBatches(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	cases := int64(3)
	b := &dataset.Batch{
		ID: "b1", By: "u1", ByID: "u1", At: Epoch, Studies: []string{"s1"}, Created: []dataset.BatchItem{{ID: "d1", Version: 1, Added: "p1"}},
		Changed: []dataset.BatchItem{
			{
				ID:        "d2",
				Version:   4,
				Before:    &dataset.Metadata{Name: "before 🧬", Terms: []dataset.Term{{CURIE: "EFO:1"}}, AncestryCounts: []dataset.AncestrySize{}},
				Phenotype: &dataset.Phenotype{ID: "p2", DatasetID: "d2", Code: "T2D", Dichotomous: true, SampleSize: 5, Cases: &cases, CreatedAt: Epoch},
			},
		},
	}
	save := func() error { return inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.SaveBatch(ctx, b) }) }
	must(t, save())
	read := func() {
		t.Helper()
		got, err := g.Batch(ctx, "b1")
		must(t, err)
		if diff := cmp.Diff(b, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
			again, err := tx.Batch(ctx, "b1")
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("in a transaction (-want +got):\n%s", diff)
			}
			return err
		}))
	}
	read()
	at := Epoch.Add(time.Hour)
	b.UndoneAt = &at
	must(t, save())
	read()
	_, err := g.Batch(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	orphan := &dataset.Batch{ID: "b2", By: "u9", ByID: "u9", At: Epoch}
	if err := inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.SaveBatch(ctx, orphan) }); err == nil {
		t.Error("a batch of nobody was kept")
	}
}
