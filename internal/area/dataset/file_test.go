package dataset_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// plain registers a data set without a build, so that its files are not checked.
func (o *office) plain(t testing.TB, by *auth.Identity, name string) *dataset.View {
	t.Helper()
	m := metadata(name, o.study(t, "Study of "+name).ID)
	m.GenomeBuild = "n/a"
	v, err := o.CreateDataset(t.Context(), by, m)
	must(t, err)
	return v
}

func trait(uploadID string) dataset.PhenotypeInput {
	return dataset.PhenotypeInput{Code: "BMI", SampleSize: 10, UploadID: uploadID}
}

// atOnce runs a function n times at the same time and returns the errors.
func atOnce(n int, fn func(i int) error) (failed []error) {
	all := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { all[i] = fn(i) })
	}
	wg.Wait()
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}

func TestFilesAddedAtOnceAreAllThere(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx, d := t.Context(), o.plain(t, o.cora, "Many")
		ids := make([]string, 6)
		for i := range ids {
			ids[i] = o.sendFile(t, o.cora, "a.tsv", []byte{byte('a' + i)})
		}
		for _, err := range atOnce(len(ids), func(i int) error { _, err := o.AddPhenotype(ctx, o.cora, d.ID, trait(ids[i])); return err }) {
			t.Error(err)
		}
		v, err := o.Dataset(ctx, o.cora, d.ID)
		must(t, err)
		if len(v.Phenotypes) != len(ids) || v.Version != d.Version+int64(len(ids)) {
			t.Errorf("%d phenotypes at version %d", len(v.Phenotypes), v.Version)
		}
	})
}

func TestConcurrentVersionsAreSequential(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		d, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, "Versions").ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("a"))))
		must(t, err)
		ids := make([]string, 5)
		for i := range ids {
			ids[i] = o.sendFile(t, o.cora, "b.tsv", []byte{byte('b' + i)})
		}
		p := d.Phenotypes[0].ID
		for _, err := range atOnce(len(ids), func(i int) error { _, err := o.PutFile(ctx, o.cora, d.ID, p, ids[i]); return err }) {
			t.Error(err)
		}
		files, err := o.Files(ctx, o.cora, d.ID, true)
		must(t, err)
		var versions []int
		for i, f := range files {
			versions = append(versions, f.Version)
			if f.Current != (i == 0) {
				t.Errorf("file %d of the list: version %d, current %t", i, f.Version, f.Current)
			}
		}
		if !slices.Equal(versions, []int{6, 5, 4, 3, 2, 1}) {
			t.Errorf("versions %v", versions)
		}
	})
}

func TestAnUploadGoesToOneOnly(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx, d := t.Context(), o.plain(t, o.cora, "One")
		id := o.sendFile(t, o.cora, "a.tsv", []byte("a"))
		failed := atOnce(4, func(int) error { _, err := o.AddPhenotype(ctx, o.cora, d.ID, trait(id)); return err })
		if len(failed) != 3 {
			t.Errorf("%d of 4 were refused", len(failed))
		}
		for _, err := range failed {
			wantCode(t, err, errs.Conflict, "file_used")
			if fieldsOf(err)["upload_id"] == "" {
				t.Errorf("no word at the field: %v", err)
			}
		}
		v, err := o.Dataset(ctx, o.cora, d.ID)
		must(t, err)
		if len(v.Phenotypes) != 1 { // a refused request leaves no phenotype without its file
			t.Errorf("%d phenotypes", len(v.Phenotypes))
		}
	})
}

func TestTheQuotaHoldsForFilesAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx, d, other := t.Context(), o.plain(t, o.cora, "Quota"), o.plain(t, o.cora, "Quota too")
		ids := make([]string, 4)
		for i := range ids {
			ids[i] = o.sendFile(t, o.cora, "a.tsv", []byte(strings.Repeat(fmt.Sprint(i), 30)))
		}
		failed := atOnce(len(ids), func(i int) error {
			id := d.ID
			if i%2 == 1 {
				id = other.ID
			}
			_, err := o.AddPhenotype(ctx, o.cora, id, trait(ids[i]))
			return err
		})
		for _, err := range failed {
			wantCode(t, err, errs.Rule, "quota_reached")
		}
		stored, err := o.db.Datasets().StoredBytes(ctx, o.cora.User.ID)
		must(t, err)
		if len(failed) != 2 || stored != 60 {
			t.Errorf("%d were refused, %d bytes are stored of 70", len(failed), stored)
		}
		for _, err := range failed {
			if said := fieldsOf(err)["upload_id"]; !strings.Contains(said, "60 bytes of 70 bytes") {
				t.Errorf("the owner is told %q", said)
			}
		}
		// An editor of the owner's data set uses the owner's quota, and does not learn how much is
		// used.
		_, err = o.AddPhenotype(ctx, o.kurt, d.ID, trait(o.sendFile(t, o.kurt, "k.tsv", []byte(strings.Repeat("k", 30)))))
		wantCode(t, err, errs.Rule, "quota_reached")
		if said := fieldsOf(err)["upload_id"]; !strings.Contains(said, "30 bytes") || strings.Contains(said, "60") || strings.Contains(said, "70") {
			t.Errorf("another is told %q", said)
		}
	}, func(c *dataset.Config) { c.Quota = 70 })
}

func TestDownloadsAtOnceAreAllCounted(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		d, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, "Counted").ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("a"))))
		must(t, err)
		f := d.Phenotypes[0].File
		l, err := o.CreateLink(ctx, o.cora, d.ID, dataset.LinkInput{FileID: f.ID, Hours: 24})
		must(t, err)
		sig := signatureIn(t, l)
		// Each of eight callers repeats the download at the same time.
		for _, err := range atOnce(16, func(i int) error {
			ctx := audit.WithOrigin(ctx, audit.Origin{Address: fmt.Sprintf("192.0.2.%d", i/2)})
			got, err := o.ShortFile(ctx, nil, dataset.DataFile, f.ShortID, sig)
			if err != nil {
				return err
			}
			return o.Fetched(ctx, got)
		}) {
			t.Error(err)
		}
		links, err := o.Links(ctx, o.cora, d.ID)
		must(t, err)
		now, err := o.Dataset(ctx, o.cora, d.ID)
		must(t, err)
		if got := now.Phenotypes[0].File.Downloads; got != 8 || links[0].Uses != 8 || now.Version != d.Version {
			t.Errorf("%d downloads, %d uses of 8; version %d after %d", got, links[0].Uses, now.Version, d.Version)
		}
	})
}

// TestARemovalThatDies checks a removal that stops between rows and bytes. The bytes are swept, and
// other files stay.
func TestARemovalThatDies(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		kept, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, "Kept").ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("kept"))))
		must(t, err)
		d, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, "Dies").ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("dies"))))
		must(t, err)
		o.crash = func(point string) { panic(errDied) }
		func() {
			defer func() { _ = recover() }() // as if the process had ended here
			_, err = o.DeletePhenotype(ctx, o.cora, d.ID, d.Phenotypes[0].ID)
			t.Errorf("the removal goes on: %v", err)
		}()
		o.crash = func(string) {}
		if n := len(o.contents(t, "uploads/")); n != 2 {
			t.Errorf("%d blobs after the death", n)
		}
		if _, err := o.ShortFile(ctx, o.cora, dataset.DataFile, d.Phenotypes[0].File.ShortID, dataset.Signature{}); !errs.Is(err, errs.NotFound) {
			t.Errorf("the file is there: %v", err)
		}
		o.clock.Add(int64(8 * 24 * time.Hour / time.Second))
		must(t, o.Sweep(ctx))
		must(t, o.uploads.Sweep(ctx))
		left := o.contents(t, "uploads/")
		if len(left) != 1 {
			t.Errorf("%d blobs after the sweep", len(left))
		}
		got, err := o.File(ctx, o.cora, kept.ID, kept.Phenotypes[0].File.ID)
		must(t, err)
		r, err := got.OpenRange(ctx, 0, -1)
		must(t, err)
		must(t, r.Close())
	})
}

// TestTheBinIsPurged checks that after its time in the bin a data set is deleted with its rows,
// uploads and check results; a restored one stays.
func TestTheBinIsPurged(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx, day := t.Context(), int64(24*time.Hour/time.Second)
		var views []*dataset.View
		for _, name := range []string{"purged", "restored", "recent", "never"} {
			v, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, name).ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte(name))))
			must(t, err)
			_, _, err = o.blobs.Put(ctx, "datasets/files/"+v.Phenotypes[0].File.ID+"/preview/rows.json", strings.NewReader(name))
			must(t, err)
			views = append(views, v)
		}
		for _, v := range views[:2] {
			must(t, o.DeleteDataset(ctx, o.cora, v.ID, false))
		}
		_, err := o.RestoreDataset(ctx, o.cora, views[1].ID)
		must(t, err)
		o.clock.Add(29 * day)
		must(t, o.DeleteDataset(ctx, o.cora, views[2].ID, false))
		must(t, o.Sweep(ctx))
		if _, err := o.Dataset(ctx, o.cora, views[0].ID); err != nil {
			t.Errorf("after 29 days: %v", err)
		}
		o.clock.Add(2 * day)
		must(t, o.Sweep(ctx))
		for i, want := range []bool{false, true, true, true} {
			_, err := o.Dataset(ctx, o.cora, views[i].ID)
			if (err == nil) != want {
				t.Errorf("%s: %v", views[i].Name, err)
			}
		}
		if n, m := len(o.contents(t, "uploads/")), len(o.contents(t, "datasets/")); n != 4 || m != 4 {
			t.Errorf("%d uploads and %d other blobs are left, want 4 each: the quarantine has what its time removed", n, m)
		}
		must(t, o.DeleteDataset(ctx, o.cora, views[2].ID, true))
		wantCode(t, o.DeleteDataset(ctx, o.cora, views[3].ID, true), errs.Conflict, "not_in_bin")
		if n, m := len(o.contents(t, "uploads/")), len(o.contents(t, "datasets/")); n != 3 || m != 3 {
			t.Errorf("%d uploads and %d other blobs are left, want 3 each: what a person removes is gone", n, m)
		}
	})
}

// A second server verifies links that the first has signed.
func TestLinksOfSeveralServers(t *testing.T) {
	o := newOffice(t, storetest.OpenSQLite(t))
	ctx := t.Context()
	d, err := o.AddPhenotype(ctx, o.cora, o.plain(t, o.cora, "Servers").ID, trait(o.sendFile(t, o.cora, "a.tsv", []byte("a"))))
	must(t, err)
	f := d.Phenotypes[0].File
	servers := []*dataset.Service{o.Service, o.service(t), o.service(t)}
	links := make([]*dataset.LinkView, len(servers))
	for _, err := range atOnce(len(servers), func(i int) (err error) {
		links[i], err = servers[i].CreateLink(context.WithoutCancel(ctx), o.cora, d.ID, dataset.LinkInput{FileID: f.ID, Hours: 24})
		return err
	}) {
		t.Error(err)
	}
	for i, l := range links {
		for j, s := range servers {
			if _, err := s.ShortFile(ctx, nil, dataset.DataFile, f.ShortID, signatureIn(t, l)); err != nil {
				t.Errorf("link of server %d at server %d: %v", i, j, err)
			}
		}
	}
}

// signatureIn reads the signature of a link.
func signatureIn(t testing.TB, l *dataset.LinkView) dataset.Signature {
	t.Helper()
	u, err := url.Parse(l.Path)
	must(t, err)
	q := u.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	must(t, err)
	return dataset.Signature{LinkID: q.Get("link"), Expires: expires, Sum: q.Get("signature")}
}
