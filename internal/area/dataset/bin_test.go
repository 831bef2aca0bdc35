package dataset_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// TestDeletedForEver checks that rows, uploaded files and check results are deleted, and are swept
// if the server stopped between rows and bytes.
func TestDeletedForEver(t *testing.T) {
	for name, crashes := range map[string]bool{"in one go": false, "the server stopped": true} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, o *office) { testDeletedForEver(t, o, crashes) })
		})
	}
}

func testDeletedForEver(t *testing.T, o *office, crashes bool) {
	ctx := t.Context()
	d := o.plain(t, o.cora, "One")
	v, err := o.AddPhenotype(ctx, o.cora, d.ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("a\tb\n1\t2\n"))))
	must(t, err)
	f := v.Phenotypes[0].File
	must(t, o.DeleteDataset(ctx, o.cora, d.ID, false))
	if _, err := o.uploads.File(ctx, f.UploadID); err != nil {
		t.Fatalf("in the bin, the file is gone: %v", err)
	}
	_, _, err = o.blobs.Put(ctx, "datasets/files/"+f.ID+"/checks/c1/report.json", strings.NewReader("{}"))
	must(t, err)
	if crashes {
		o.crash = func(string) { panic("crash") }
	}
	func() {
		defer func() { _ = recover() }()
		must(t, o.DeleteDataset(ctx, o.cora, d.ID, true))
	}()
	_, err = o.Dataset(ctx, o.cora, d.ID)
	wantCode(t, err, errs.NotFound, "not_found")
	if crashes {
		o.crash = func(string) {}
		o.clock.Add(int64(10 * 365 * 24 * time.Hour / time.Second)) // blobs have the real time
		must(t, errors.Join(o.uploads.Sweep(ctx), o.Sweep(ctx)))
	}
	if _, err := o.uploads.File(ctx, f.UploadID); !errs.Is(err, errs.NotFound) {
		t.Errorf("the uploaded file: %v, want it gone", err)
	}
	for _, prefix := range []string{"uploads/", "datasets/"} {
		if left := o.contents(t, prefix); len(left) != 0 {
			t.Errorf("blobs that stay: %v", left)
		}
	}
}

func TestADataSetIsNotTransferredBeyondTheQuotaOfItsNewOwner(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		full, other := o.plain(t, o.otto, "Full"), o.plain(t, o.cora, "Other")
		add := func(d *dataset.View, size int) {
			t.Helper()
			by := o.cora
			if d.Owner.UserName == "otto" {
				by = o.otto
			}
			_, err := o.AddPhenotype(ctx, by, d.ID, dataset.PhenotypeInput{
				Code: "T2D", SampleSize: 10, UploadID: o.sendFile(t, by, "a.txt", make([]byte, size)),
			})
			must(t, err)
		}
		add(full, 60)
		add(other, 41)
		v, err := o.Dataset(ctx, o.cora, other.ID)
		must(t, err)
		_, err = o.SetOwners(ctx, o.cora, other.ID, v.Version, "otto", nil)
		wantCode(t, err, errs.Rule, "quota_reached")
		if said := fieldsOf(err)["owner"]; !strings.Contains(said, "41 bytes") || strings.Contains(said, "60") || strings.Contains(said, "100") {
			t.Errorf("who gives a data set away is told %q of the room of another", said)
		}
		must(t, o.DeleteDataset(ctx, o.otto, full.ID, false))
		must(t, o.DeleteDataset(ctx, o.otto, full.ID, true))
		_, err = o.SetOwners(ctx, o.cora, other.ID, v.Version, "otto", nil)
		must(t, err)
	}, func(c *dataset.Config) { c.Quota = 100 })
}
