package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// inData runs fn in a transaction of the registry that must succeed.
func inData(t *testing.T, s *store.Store, fn func(context.Context, dataset.Tx) error) {
	t.Helper()
	must(t, s.Datasets().InTx(t.Context(), func(tx dataset.Tx) error { return fn(t.Context(), tx) }))
}

// holdingData creates a data set of an owner, with a phenotype and a credible set of the same id.
func holdingData(t *testing.T, s *store.Store, id, owner string) {
	t.Helper()
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		study := &dataset.Study{
			ID:          "study of " + id,
			Name:        "Study of " + id,
			Institution: "I",
			CreatedBy:   owner,
			CreatorID:   owner,
			CreatedAt:   Epoch,
			Version:     1,
		}
		if err := tx.CreateStudy(ctx, study); err != nil {
			return err
		}
		d := &dataset.Dataset{
			ID: id, Metadata: dataset.Metadata{Name: "Data " + id, StudyID: study.ID}, Owner: dataset.Person{ID: owner, UserName: owner},
			Sharing: dataset.Private, CreatedAt: Epoch, UpdatedAt: Epoch, UpdatedBy: owner, Version: 1,
		}
		if err := tx.CreateDataset(ctx, d); err != nil {
			return err
		}
		p := &dataset.Phenotype{ID: id, DatasetID: id, Code: "T2D", SampleSize: 10, CreatedAt: Epoch}
		if err := tx.CreatePhenotype(ctx, p); err != nil {
			return err
		}
		return tx.CreateCredibleSet(ctx, &dataset.CredibleSet{ID: "set of " + id, DatasetID: id, PhenotypeID: id, Name: "Set", CreatedAt: Epoch})
	})
}

// completeUpload creates a complete upload.
func completeUpload(t *testing.T, s *store.Store, id, owner string, size int64) {
	t.Helper()
	f := newFile(id, owner, size)
	f.Received, f.Complete, f.SHA256 = size, true, "sum of "+id
	must(t, s.CreateFile(t.Context(), f, unlimited, unlimited))
}

func fileVersion(id, datasetID, uploadID string, version int, size int64) *dataset.File {
	return &dataset.File{
		ID: id, DatasetID: datasetID, Kind: dataset.DataFile, ParentID: datasetID, Version: version, Current: true, UploadID: uploadID,
		Name: "a\x00\xff\u202e.tsv", Size: size, SHA256: "sum of " + uploadID, ShortID: "short" + id, UploadedBy: "u1",
		UploadedAt: Epoch.Add(time.Duration(version) * time.Second),
	}
}

func testDatasetPhenotypes(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	n := func(v int64) *int64 { return &v }
	p := &dataset.Phenotype{
		ID: "p2", DatasetID: "d1", Code: "Ünïcode/..", Description: "<b>bold</b>", Dichotomous: true, SampleSize: 30, Cases: n(10), Controls: n(20),
		CreatedAt: Epoch.Add(time.Second),
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.CreatePhenotype(ctx, p) })
	p.SampleSize, p.Cases, p.Controls, p.Dichotomous = 5, nil, nil, false
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		if err := tx.UpdatePhenotype(ctx, p); err != nil {
			return err
		}
		inside, err := tx.Phenotypes(ctx, "d1")
		if len(inside) != 2 || inside[1].SampleSize != 5 {
			t.Errorf("inside of the transaction: %+v", inside)
		}
		return err
	})
	list, err := g.Phenotypes(ctx, "d1")
	must(t, err)
	want := []*dataset.Phenotype{{ID: "d1", DatasetID: "d1", Code: "T2D", SampleSize: 10, CreatedAt: Epoch}, p}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("phenotypes (-want +got):\n%s", diff)
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		c := &dataset.CredibleSet{ID: "c2", DatasetID: "d1", PhenotypeID: "p2", Name: "Second", CreatedAt: Epoch.Add(time.Second)}
		if err := tx.CreateCredibleSet(ctx, c); err != nil {
			return err
		}
		c.Name = "Renamed"
		return tx.UpdateCredibleSet(ctx, c)
	})
	sets, err := g.CredibleSets(ctx, "d1")
	must(t, err)
	if len(sets) != 2 || sets[0].ID != "set of d1" || sets[1].Name != "Renamed" || sets[1].PhenotypeID != "p2" {
		t.Errorf("credible sets: %+v", sets)
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.DeletePhenotype(ctx, "p2") })
	if sets, err = g.CredibleSets(ctx, "d1"); err != nil || len(sets) != 1 {
		t.Errorf("credible sets after their phenotype went: %v, %v", sets, err)
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.DeleteCredibleSet(ctx, "set of d1") })
	for name, fn := range map[string]func(dataset.Tx) error{
		"change":             func(tx dataset.Tx) error { return tx.UpdatePhenotype(ctx, p) },
		"delete":             func(tx dataset.Tx) error { return tx.DeletePhenotype(ctx, "p2") },
		"change a set":       func(tx dataset.Tx) error { return tx.UpdateCredibleSet(ctx, &dataset.CredibleSet{ID: "c2"}) },
		"delete a set":       func(tx dataset.Tx) error { return tx.DeleteCredibleSet(ctx, "c2") },
		"a parent is absent": func(tx dataset.Tx) error { q := *p; q.DatasetID = "absent"; return tx.CreatePhenotype(ctx, &q) },
		"count a download":   func(tx dataset.Tx) error { return tx.CountDownload(ctx, "absent") },
		"state a build":      func(tx dataset.Tx) error { return tx.SetFileBuild(ctx, "absent", "hg19") },
		"count a use":        func(tx dataset.Tx) error { return tx.CountLinkUse(ctx, "absent") },
		"revoke":             func(tx dataset.Tx) error { return tx.RevokeLink(ctx, "absent", Epoch) },
		"a link to no file": func(tx dataset.Tx) error {
			return tx.CreateLink(ctx, &dataset.Link{ID: "l", DatasetID: "d1", FileID: "absent"})
		},
		"a set of no phenotype": func(tx dataset.Tx) error {
			return tx.CreateCredibleSet(ctx, &dataset.CredibleSet{ID: "c", DatasetID: "d1", PhenotypeID: "absent"})
		},
	} {
		t.Run(name, func(t *testing.T) { wantKind(t, g.InTx(ctx, fn), errs.NotFound) })
	}
}

func testDatasetFiles(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	holdingData(t, s, "d1", "u1")
	holdingData(t, s, "d2", "u2")
	for _, id := range []string{"a", "b", "c"} {
		completeUpload(t, s, id, "u1", 100)
	}
	add := func(f *dataset.File) error {
		return g.InTx(ctx, func(tx dataset.Tx) error { return tx.AddFile(ctx, f) })
	}
	first, second := fileVersion("f1", "d1", "a", 1, 100), fileVersion("f2", "d1", "b", 2, 50)
	must(t, add(first))
	must(t, add(second))
	first.Current = false
	list, err := g.DatasetFiles(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff([]*dataset.File{second, first}, list); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	taken := fileVersion("f3", "d2", "c", 1, 1)
	taken.ShortID = first.ShortID
	wantCode(t, add(taken), errs.Conflict, "short_id_taken")
	same := fileVersion("f1", "d2", "c", 1, 1)
	same.ShortID = "other"
	wantCode(t, add(same), errs.Conflict, "short_id_taken")
	if f, err := s.File(ctx, "c"); err != nil || f.Registered {
		t.Errorf("an upload that was refused is registered: %+v, %v", f, err)
	}
	taken.Kind, taken.ParentID = dataset.CredibleOne, "set of d2" // the kinds do not share their short ids
	must(t, add(taken))
	wantCode(t, add(fileVersion("f4", "d2", "a", 1, 1)), errs.Conflict, "file_used")
	wantCode(t, add(fileVersion("f4", "d2", "absent", 1, 1)), errs.Conflict, "file_used")
	must(t, s.CreateFile(ctx, newFile("half", "u1", 100), unlimited, unlimited))
	wantCode(t, add(fileVersion("f4", "d2", "half", 1, 1)), errs.Conflict, "file_used")
	wantKind(t, s.DeleteFile(ctx, "a"), errs.Conflict)

	for _, c := range []struct {
		kind  dataset.FileKind
		short string
		want  string
	}{
		{dataset.DataFile, "shortf1", "f1"}, {dataset.CredibleOne, "shortf1", "f3"}, {dataset.DataFile, "SHORTF1", ""}, {dataset.DataFile, "", ""},
	} {
		f, err := g.FileByShortID(ctx, c.kind, c.short)
		if c.want == "" {
			wantKind(t, err, errs.NotFound)
		} else if must(t, err); f.ID != c.want {
			t.Errorf("%s/%s is %s, want %s", c.kind, c.short, f.ID, c.want)
		}
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		n, err := tx.StoredBytes(ctx, "u1")
		if n != 150 {
			t.Errorf("%d bytes of u1", n)
		}
		return errorsOf(err, tx.CountDownload(ctx, "f1"), tx.CountDownload(ctx, "f1"), tx.SetFileBuild(ctx, "f1", "hg19"))
	})
	f, err := g.DatasetFile(ctx, "f1")
	must(t, err)
	if f.Downloads != 2 || f.Build != "hg19" {
		t.Errorf("%d downloads, on %q", f.Downloads, f.Build)
	}
	for owner, want := range map[string]int64{"u1": 150, "u2": 1, "nobody": 0} {
		if n, err := g.StoredBytes(ctx, owner); err != nil || n != want {
			t.Errorf("%d bytes of %s, %v, want %d", n, owner, err, want)
		}
	}
	testDroppedFiles(t, s)
}

// testDroppedFiles: files are deleted with their parents, and their uploads can be swept.
func testDroppedFiles(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	var ids []string
	inData(t, s, func(ctx context.Context, tx dataset.Tx) (err error) {
		ids, err = tx.DropFiles(ctx, "d1")
		return err
	})
	if diff := cmp.Diff([]string{"b", "a"}, ids); diff != "" {
		t.Errorf("dropped: %s", diff)
	}
	_, err := g.DatasetFile(ctx, "f1")
	wantKind(t, err, errs.NotFound)
	for _, id := range ids {
		if f, err := s.File(ctx, id); err != nil || f.Registered {
			t.Errorf("upload %s: %+v, %v", id, f, err)
		}
		must(t, s.DeleteFile(ctx, id))
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d2") })
	if f, err := s.File(ctx, "c"); err != nil || f.Registered {
		t.Errorf("upload of a data set that went: %+v, %v", f, err)
	}
	if list, err := g.DatasetFiles(ctx, "d2"); err != nil || len(list) != 0 {
		t.Errorf("files of a data set that went: %v, %v", list, err)
	}
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

func testDatasetLinks(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	completeUpload(t, s, "a", "u1", 100)
	link := func(id string, after, lives time.Duration) *dataset.Link {
		return &dataset.Link{
			ID: id, DatasetID: "d1", FileID: "f1", Note: "for " + id, CreatedBy: "u1", CreatedAt: Epoch.Add(after), ExpiresAt: Epoch.Add(after + lives),
		}
	}
	one, two, old := link("l1", 0, time.Hour), link("l2", time.Minute, time.Hour), link("l0", -time.Hour, time.Minute)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return errorsOf(tx.AddFile(ctx, fileVersion("f1", "d1", "a", 1, 100)), tx.CreateLink(ctx, one), tx.CreateLink(ctx, two), tx.CreateLink(ctx, old))
	})
	at := Epoch.Add(2 * time.Minute)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		err := errorsOf(tx.RevokeLink(ctx, "l1", at), tx.RevokeLink(ctx, "l1", at.Add(time.Hour)), tx.CountLinkUse(ctx, "l2"))
		if err != nil {
			return err
		}
		n, err := tx.RevokeLinks(ctx, "d1", at.Add(time.Minute))
		if n != 1 {
			t.Errorf("%d links were revoked, want the one that worked", n)
		}
		return err
	})
	later := at.Add(time.Minute)
	one.RevokedAt, two.RevokedAt, two.Uses = &at, &later, 1
	list, err := g.Links(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff([]*dataset.Link{two, one, old}, list); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	got, err := g.Link(ctx, "l2")
	must(t, err)
	if diff := cmp.Diff(two, got); diff != "" {
		t.Errorf("link: %s", diff)
	}
	_, err = g.Link(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { _, err := tx.DropFiles(ctx, "d1"); return err })
	if list, err := g.Links(ctx, "d1"); err != nil || len(list) != 0 {
		t.Errorf("links to files that went: %v, %v", list, err)
	}
}

func testSigningKeys(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	if keys, err := g.SigningKeys(ctx); err != nil || len(keys) != 0 {
		t.Errorf("before any: %v, %v", keys, err)
	}
	old := dataset.SigningKey{ID: "k1", Key: []byte{0, 255, 1}, CreatedAt: Epoch}
	recent := dataset.SigningKey{ID: "k2", Key: []byte("secret"), CreatedAt: Epoch.Add(time.Hour)}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return errorsOf(tx.AddSigningKey(ctx, old), tx.AddSigningKey(ctx, recent))
	})
	keys, err := g.SigningKeys(ctx)
	must(t, err)
	if diff := cmp.Diff([]dataset.SigningKey{recent, old}, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.DropSigningKeys(ctx, Epoch.Add(time.Minute)) })
	if keys, err = g.SigningKeys(ctx); err != nil || len(keys) != 1 || keys[0].ID != "k2" {
		t.Errorf("after the old one went: %v, %v", keys, err)
	}
}
