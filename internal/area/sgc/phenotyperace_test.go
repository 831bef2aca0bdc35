package sgc_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// meanwhile runs a function between the check of a file and the transaction that adds it.
type meanwhile struct {
	*blob.Bucket
	do func()
}

func (m meanwhile) Put(ctx context.Context, key string, r io.Reader) (int64, string, error) {
	m.do()
	return m.Bucket.Put(ctx, key, r)
}

// before runs a function before a transaction begins.
type before struct {
	sgc.Store
	do func()
}

func (b before) InTx(ctx context.Context, fn func(sgc.Tx) error) error {
	b.do()
	return b.Store.InTx(ctx, fn)
}

// TestAPhenotypeDeletedWhileAFileArrives checks that either the phenotype's deletion or the file
// that uses it is refused, without leftovers of the refused one.
func TestAPhenotypeDeletedWhileAFileArrives(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		for kind, text := range map[check.Kind]string{
			check.CasesMale: casesText("VITILIGO,100,300,"),
			check.PairsMale: pairsText("PSOR,ZOSTER,20"),
		} {
			gone := map[check.Kind]string{check.CasesMale: "VITILIGO", check.PairsMale: "ZOSTER"}[kind]
			blobs := meanwhile{o.blobs, func() { must(t, o.DeletePhenotype(ctx, o.rita, gone)) }}
			s := sgc.NewService(o.db.SGC(), blobs, o.now, func() string { return fmt.Sprintf("race%05d", o.ids.Add(1)) }, sgc.Config{})
			before, err := o.Cohort(ctx, o.una, v.ID)
			must(t, err)
			_, _, err = s.PutFile(ctx, o.una, v.ID, before.Version, input(kind, text))
			wantCode(t, err, errs.Conflict, "phenotype_gone")
			after, err := o.Cohort(ctx, o.una, v.ID)
			if must(t, err); after.Version != before.Version || len(after.Files) != len(before.Files) {
				t.Errorf("%s: the cohort has %d files", kind, len(after.Files))
			}
			must(t, o.blobs.List(ctx, "sgc/", func(b blob.Object) error { t.Errorf("%s is left", b.Key); return nil }))
		}
		o.put(t, v, check.CasesMale, casesText("PSOR,100,300,"))
		err := o.DeletePhenotype(ctx, o.rita, "PSOR")
		wantCode(t, err, errs.Conflict, "phenotype_used")
		if !strings.Contains(fmt.Sprint(err), "North") {
			t.Errorf("%v does not name the cohort", err)
		}
		south := o.cohort(t, "South")
		arrives := before{o.db.SGC(), func() { o.put(t, south, check.CasesMale, casesText("SCABIES,100,300,")) }}
		s := sgc.NewService(arrives, o.blobs, o.now, func() string { return fmt.Sprintf("late%05d", o.ids.Add(1)) }, sgc.Config{})
		err = s.DeletePhenotype(ctx, o.rita, "SCABIES")
		wantCode(t, err, errs.Conflict, "phenotype_used")
		if !strings.Contains(fmt.Sprint(err), "South") {
			t.Errorf("%v does not name the cohort whose file arrived last", err)
		}
	})
}
