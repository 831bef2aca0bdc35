package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

func testHermesPhenotypes(t *testing.T, s *store.Store) {
	ctx := t.Context()
	p := &hermes.Phenotype{
		Code: "DCM_Broad", Description: "Dilated cardiomyopathy", Dichotomous: true, Terms: []string{"MONDO:0005021"}, Synonyms: []string{"DCM “é”"},
		Version: 1, CreatedAt: Epoch, UpdatedAt: Epoch,
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreatePhenotype(ctx, p) }))
	same := *p
	same.Code = "dcm broad" // the same letters
	wantCode(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreatePhenotype(ctx, &same) }), errs.Conflict, "name_taken")
	retired := Epoch.Add(time.Hour)
	p.RetiredAt, p.Synonyms, p.Dichotomous = &retired, nil, false
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePhenotype(ctx, p) }))
	got, err := s.Hermes().Phenotype(ctx, "DCM_Broad")
	must(t, err)
	if diff := cmp.Diff(p, got); diff != "" || got.Version != 2 {
		t.Errorf("version %d (-want +got):\n%s", got.Version, diff)
	}
	stale := *p
	stale.Version = 1
	wantCode(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePhenotype(ctx, &stale) }), errs.Conflict, "changed")
	other := &hermes.Phenotype{Code: "ALL_HF", Description: "Heart failure", Version: 1, CreatedAt: Epoch, UpdatedAt: Epoch}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreatePhenotype(ctx, other) }))
	list, err := s.Hermes().Phenotypes(ctx)
	must(t, err)
	if len(list) != 2 || list[0].Code != "ALL_HF" {
		t.Errorf("%d phenotypes, first %+v", len(list), list[0])
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DeletePhenotype(ctx, "DCM_Broad") }))
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DeletePhenotype(ctx, "DCM_Broad") }), errs.NotFound)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePhenotype(ctx, p) }), errs.NotFound)
	_, err = s.Hermes().Phenotype(ctx, "DCM_Broad")
	wantKind(t, err, errs.NotFound)
}

func testCountByPhenotype(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for id, of := range map[string][2]string{"d1": {"u1", "T2D"}, "d2": {"u1", "HF"}, "d3": {"u2", "T2D"}} {
		u := NewUpload(id, of[0])
		u.Phenotype = of[1]
		addUpload(t, s, u)
	}
	for uploader, want := range map[string]map[string]int64{"": {"T2D": 2, "HF": 1}, "u1": {"T2D": 1, "HF": 1}, "u2": {"T2D": 1}, "u3": {}} {
		got, err := s.Hermes().CountByPhenotype(ctx, uploader)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("of %q (-want +got):\n%s", uploader, diff)
		}
	}
}

func testPhenotypeRequests(t *testing.T, s *store.Store) {
	ctx := t.Context()
	ask := func(id, asker string, at time.Duration) *hermes.PhenotypeRequest {
		r := &hermes.PhenotypeRequest{
			ID: id, Wanted: "Trait " + id, Why: "Two\nlines", Dichotomous: true, Term: "EFO:0003144", Status: hermes.Asked,
			AskedBy: asker, AskerID: asker, AskedAt: Epoch.Add(at),
		}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreatePhenotypeRequest(ctx, r) }))
		return r
	}
	one, two, three := ask("r1", "u1", 0), ask("r2", "u2", time.Minute), ask("r3", "u1", 2*time.Minute)
	decided := Epoch.Add(time.Hour)
	three.Status, three.DecidedBy, three.DecidedAt, three.Code, three.Answer = hermes.Granted, "rita", &decided, "T3", "Welcome"
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DecidePhenotypeRequest(ctx, three) }))
	wantCode(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DecidePhenotypeRequest(ctx, three) }), errs.Conflict, "decided")
	absent := *three
	absent.ID = "absent"
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DecidePhenotypeRequest(ctx, &absent) }), errs.NotFound)
	for _, c := range []struct {
		asker string
		most  int
		want  []*hermes.PhenotypeRequest
	}{
		{"", 10, []*hermes.PhenotypeRequest{two, one, three}}, // open ones first, then the newest
		{"", 2, []*hermes.PhenotypeRequest{two, one}},
		{"u1", 10, []*hermes.PhenotypeRequest{one, three}},
		{"u3", 10, nil},
	} {
		got, err := s.Hermes().PhenotypeRequests(ctx, c.asker, c.most)
		must(t, err)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("of %q (-want +got):\n%s", c.asker, diff)
		}
	}
	_, err := s.Hermes().PhenotypeRequest(ctx, "absent")
	wantKind(t, err, errs.NotFound)
}
