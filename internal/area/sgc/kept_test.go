package sgc_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

func TestSmallNumbersAreNotKept(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.cohort(t, "North")
		v = o.put(t, v, check.CasesMale, casesText("PSOR,3,397,L400:3", "=ZOSTER,1,2,"[1:], "VITILIGO,100,300,=1+1:100"))
		want := "phenotype\tcases\tcontrols\tbreakdown\nPSOR\t<5\t396–400\tL400:*\nZOSTER\t<5\t<5\t\nVITILIGO\t100\t300\t'=1+1:100\n"
		if got := o.content(t, o.una, v.ID, check.CasesMale, 0); got != want {
			t.Errorf("kept %q, want %q", got, want)
		}
		f := v.Files[0]
		sum := sha256.Sum256([]byte(want))
		if f.SHA256 != "" || f.StoredSHA256 != hex.EncodeToString(sum[:]) || f.Size != int64(len(want)) {
			t.Errorf("%+v", f)
		}
		_, found, err := o.PutFile(t.Context(), o.una, v.ID, v.Version, input(check.CasesFemale, casesText("PSOR,100,500,")))
		must(t, err)
		now, err := o.Cohort(t.Context(), o.una, v.ID)
		must(t, err)
		if now.Files[1].SHA256 != found.SHA256 || found.Report.Hidden != 0 {
			t.Errorf("nothing is hidden, and the hash as sent is %q, not %q", now.Files[1].SHA256, found.SHA256)
		}
	})
}

// TestStoredValuesCanBeSentAgain checks that a stored file can be downloaded, corrected and uploaded
// again.
func TestStoredValuesCanBeSentAgain(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.cohort(t, "North")
		for kind, text := range map[check.Kind]string{
			check.CasesMale:   casesText("PSOR,3,397,L400:3", "ZOSTER,1-4,300,", "VITILIGO,100,300,L80:60;L81:40", "ACNE_VULGARIS,50,350,L70:48;L71:2"),
			check.CasesFemale: casesText("PSOR,597,3,L400:500;L401:97", "ZOSTER,<10,300,B02:4"),
			check.PairsMale:   pairsText("PSOR,VITILIGO,2", "ACNE_VULGARIS,VITILIGO,20"),
			check.PairsFemale: pairsText("PSOR,ZOSTER,4"),
			check.Description: "A cohort.\n",
		} {
			v = o.put(t, v, kind, text)
			kept := o.content(t, o.una, v.ID, kind, 0)
			v = o.put(t, v, kind, kept)
			if got := o.content(t, o.una, v.ID, kind, 0); got != kept {
				t.Errorf("%s: sent again %q, want %q", kind, got, kept)
			}
		}
	})
}

// TestNumbersAreHiddenAgain checks that numbers which were visible because of other numbers are
// hidden after those change: in rows, stored files and every version.
func TestNumbersAreHiddenAgain(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		v = o.put(t, v, check.CasesMale, casesText("PSOR,<10,380,"))
		before := v.Files[0]
		v = o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,50"))
		v = o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,7"))
		smaller := example("North")
		smaller.Total, smaller.Males = 985, 385
		v, err := o.UpdateCohort(ctx, o.una, v.ID, v.Version, smaller)
		must(t, err)
		if got := o.content(t, o.una, v.ID, check.CasesMale, 0); !strings.Contains(got, "PSOR\t<10\t376–385") {
			t.Errorf("cases after the cohort shrank: %q", got)
		}
		if v.Files[0].StoredSHA256 == before.StoredSHA256 || v.Files[0].BlobID == before.BlobID {
			t.Error("the file was not written again")
		}
		if _, err := o.blobs.Size(ctx, "sgc/cohorts/"+v.ID+"/"+before.BlobID); !errs.Is(err, errs.NotFound) {
			t.Errorf("the file as it was is still there: %v", err)
		}
		if got := o.content(t, o.una, v.ID, check.PairsMale, 0); !strings.Contains(got, "PSOR\tZOSTER\t<10") {
			t.Errorf("pairs: %q", got)
		}
		if got := o.content(t, o.una, v.ID, check.PairsMale, 1); !strings.Contains(got, "PSOR\tZOSTER\t50") {
			t.Errorf("pairs that do not fit are told: %q", got)
		}
		v = o.put(t, v, check.CasesMale, casesText("PSOR,<60,300,"))
		for version := range 2 {
			if got := o.content(t, o.una, v.ID, check.PairsMale, version+1); !strings.Contains(got, "PSOR\tZOSTER\t<60") {
				t.Errorf("pairs of version %d after new cases: %q", version+1, got)
			}
		}
		if got := o.content(t, o.una, v.ID, check.CasesMale, 1); !strings.Contains(got, "PSOR\t<10") {
			t.Errorf("a replaced version: %q", got)
		}
	})
}

func TestARaisedSmallestCell(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.fill(t, o.cohort(t, "North"))
		o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,6"))
		v = o.put(t, v, check.CasesMale, casesText("PSOR,100,300,", "ZOSTER,7,100,"))
		v, err := o.Validate(ctx, o.una, v.ID, v.Version)
		must(t, err)
		jobID := o.ask(t)
		must(t, o.RunJob(ctx, jobID, o.claim(t, jobID)))
		o.hideBelow(t, 11)
		must(t, o.EnsureHidden(ctx))
		if _, _, err := o.OpenArchive(ctx, o.rita); !errs.Is(err, errs.NotFound) {
			t.Errorf("the archive with what is hidden now is still there: %v", err)
		}
		if a, err := o.Archive(ctx, o.rita); err != nil || a.State != sgc.ArchiveAbsent || a.MadeAt != nil {
			t.Errorf("%+v, %v", a, err)
		}
		if got := o.content(t, o.una, v.ID, check.CasesMale, 0); !strings.Contains(got, "ZOSTER\t<11\t100") {
			t.Errorf("kept %q", got)
		}
		now, err := o.Cohort(ctx, o.una, v.ID)
		must(t, err)
		if now.Status != sgc.Validated || now.History[0].By != "system" || now.Version != v.Version+1 {
			t.Errorf("%s, version %d, %+v", now.Status, now.Version, now.History[0])
		}
		must(t, o.EnsureHidden(ctx))
		if again, err := o.Cohort(ctx, o.una, v.ID); err != nil || again.Version != now.Version {
			t.Errorf("hiding again changes: version %d, %v", again.Version, err)
		}
		must(t, o.db.Rule().InTx(ctx, func(tx rule.Tx) error {
			used, err := tx.UsedRules(ctx)
			if used.MinCell != 11 {
				t.Errorf("a database from before rules were stored would begin with %+v", used)
			}
			return err
		}))
	})
}

func (o *office) blobCount(t *testing.T) (n int) {
	t.Helper()
	seen := func(string) { n++ }
	must(t, o.blobs.List(t.Context(), "sgc/", func(b blob.Object) error { seen(b.Key); return nil }))
	return n
}

func TestSweepTakesOrphansOnly(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.fill(t, o.cohort(t, "North"))
		_, _, err := o.blobs.Put(t.Context(), "sgc/cohorts/"+v.ID+"/orphan", strings.NewReader("x"))
		must(t, err)
		o.clock.Store(int64(time.Since(storetest.Epoch)/time.Second) + 2*24*3600)
		must(t, o.Sweep(t.Context()))
		if n := o.blobCount(t); n != 5 {
			t.Errorf("%d files, want 5", n)
		}
	})
}

// blobIDs is a store that only lists blobs, and counts the calls.
type blobIDs struct {
	sgc.Store
	known []string
	asked int
	err   error
}

func (b *blobIDs) BlobIDs(context.Context) ([]string, error) {
	b.asked++
	return b.known, b.err
}

// TestSweepAsksOnceADay checks that the list is read once a day, however many files there are.
func TestSweepAsksOnceADay(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	blobs, err := blob.Open(ctx, "mem://")
	must(t, err)
	blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = blobs.Close() })
	put := func(keys ...string) {
		for _, key := range keys {
			_, _, err := blobs.Put(ctx, key, strings.NewReader("x"))
			must(t, err)
		}
	}
	left := func() (names string) {
		must(t, blobs.List(ctx, "sgc/", func(b blob.Object) error { names += path.Base(b.Key) + " "; return nil }))
		return strings.TrimSpace(names)
	}
	put("sgc/archives/old", "sgc/archives/last", "sgc/cohorts/c1/a", "sgc/cohorts/c1/b", "sgc/cohorts/c2/gone", "sgc/cohorts/c2/z")
	store := &blobIDs{known: []string{"z", "last", "b", "a"}, err: errors.New("down")}
	now := time.Now().Add(25 * time.Hour)
	s := sgc.NewService(store, blobs, func() time.Time { return now }, nil, sgc.Config{})
	for _, c := range []struct {
		after time.Duration
		asked int
		left  string
	}{
		{0, 1, "last old a b gone z"}, // the database is down: nothing is removed
		{24 * time.Hour, 2, "last a b z"},
		{24*time.Hour - time.Second, 2, "last a b z new"},
		{time.Second, 3, "last a b z"},
	} {
		now = now.Add(c.after)
		if c.left == "last a b z new" {
			put("sgc/cohorts/c3/new")
		}
		if err := s.Sweep(ctx); (err != nil) != (store.err != nil) {
			t.Error(err)
		}
		store.err = nil
		if store.asked != c.asked || left() != c.left {
			t.Errorf("after %s asked %d times, left %q; want %d, %q", c.after, store.asked, left(), c.asked, c.left)
		}
	}
}

func TestArchive(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.fill(t, o.cohort(t, "../Ünited =Kingdom"))
		o.cohort(t, "South")
		var out bytes.Buffer
		var done, total int64
		manifest, err := o.WriteArchive(ctx, "rita", &out, func(d, of int64) { done, total = d, of })
		must(t, err)
		if done != 2 || total != 2 || len(manifest.Cohorts) != 2 || manifest.MadeBy != "rita" {
			t.Errorf("%d of %d, %+v", done, total, manifest.Cohorts)
		}
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		must(t, err)
		files := map[string][]byte{}
		for _, f := range z.File {
			in, err := f.Open()
			must(t, err)
			files[f.Name], err = io.ReadAll(in)
			must(t, errors.Join(err, in.Close()))
		}
		var listed sgc.Manifest
		must(t, json.Unmarshal(files["manifest.json"], &listed))
		if len(listed.Files) != len(files)-1 || len(files) != 12 {
			t.Errorf("%d files, %d listed", len(files), len(listed.Files))
		}
		for _, f := range listed.Files {
			sum := sha256.Sum256(files[f.Path])
			if f.SHA256 != hex.EncodeToString(sum[:]) || f.Size != int64(len(files[f.Path])) || strings.Contains(f.Path, "..") {
				t.Errorf("%+v does not fit its file", f)
			}
		}
		folder := listed.Cohorts[0].Folder
		if got := string(files[folder+"/cases_controls_both.tsv"]); !strings.Contains(got, "PSOR\t100–104\t895\t") {
			t.Errorf("%q", got)
		}
		if got := string(files[folder+"/cohort_description.txt"]); got != "A cohort of the north.\n" {
			t.Errorf("%q", got)
		}
	})
}

func TestReceipt(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.fill(t, o.cohort(t, "North"))
		r, err := o.Receipt(t.Context(), o.una, v.ID)
		must(t, err)
		if r.Version != v.Version || len(r.Files) != 5 || r.Files[1].Kind != check.CasesFemale || r.Files[1].Warnings != 1 || r.MinCell != 5 ||
			r.Status != sgc.Complete {
			t.Errorf("%+v", r)
		}
	})
}
