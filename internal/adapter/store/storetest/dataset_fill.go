package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
)

// FillRegistry creates data sets of 20 owners in 200 studies, each with an equal share of
// phenotypes and a file for each. A tenth is shared with u3 or with the group club, a fifth is
// public.
func FillRegistry(t testing.TB, s *store.Store, datasets, files int) {
	t.Helper()
	for i := range 20 {
		AddUser(t, s, fmt.Sprint("u", i), "contributor")
	}
	for i := range 200 {
		study := newStudy(fmt.Sprintf("s%03d", i), "u0")
		study.Name = fmt.Sprintf("Cohort %d of the north", i*7919%200)
		addStudy(t, s, study)
	}
	fillUploads(t, s, datasets*files)
	const atOnce = 250
	for from := 0; from < datasets; from += atOnce {
		err := inDatasets(t.Context(), s, func(tx dataset.Tx) error {
			for i := from; i < min(from+atOnce, datasets); i++ {
				if err := fillDataset(t, tx, i, files); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// fillUploads creates uploads that are not used yet.
func fillUploads(t testing.TB, s *store.Store, n int) {
	t.Helper()
	const atOnce = 500
	for from := 0; from < n; from += atOnce {
		var rows []string
		for i := from; i < min(from+atOnce, n); i++ {
			rows = append(rows, fmt.Sprintf("('f%06d', 'u0', $1, $2, %d, %d, $2, '', TRUE, FALSE, $3, $3, $3)", i, i, i))
		}
		err := s.Exec(t.Context(), `INSERT INTO upload_files (id, owner_id, file_name, metadata, size_bytes, received, hash_state, sha256, complete,
			registered, created_at, updated_at, expires_at) VALUES `+strings.Join(rows, ", "), []byte("a.tsv"), []byte{}, Epoch)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func fillDataset(t testing.TB, tx dataset.Tx, i, files int) error {
	ctx, random := t.Context(), rand.New(rand.NewPCG(uint64(i), 2))
	pick := func(codes []dataset.Code) string { return codes[random.IntN(len(codes))].Value }
	codes := dataset.AllCodes()
	d := newDataset(fmt.Sprintf("d%05d", i), fmt.Sprint("u", i%20), fmt.Sprintf("s%03d", i%200))
	d.Name = fmt.Sprintf("Author %d, trait %d, cohort %d", random.IntN(900), i%97, i)
	d.DataType, d.GenomeBuild, d.Ancestry, d.Sex, d.Status = pick(
		codes.DataType,
	), pick(
		codes.GenomeBuild,
	), pick(
		codes.Ancestry,
	), pick(
		codes.Sex,
	), pick(
		codes.Status,
	)
	d.GlobalSampleSize = random.Int64N(1e6)
	d.Description = strings.Repeat(fmt.Sprintf("Association of variants with trait %d in a population that was followed for %d years. ", i%97, i%31), 6)
	d.CreatedAt = Epoch.Add(time.Duration(i) * time.Minute)
	d.UpdatedAt = d.CreatedAt.Add(time.Duration(random.IntN(1e6)) * time.Second)
	switch i % 10 {
	case 0, 1:
		d.Sharing = dataset.Public
	case 2:
		d.Sharing, d.Groups = dataset.Named, []string{"club"}
		d.People = []dataset.Person{{ID: "u3", UserName: "u3"}}
	}
	if err := tx.CreateDataset(ctx, d); err != nil {
		return err
	}
	for j := range files {
		p := &dataset.Phenotype{
			ID: fmt.Sprintf("%s-%d", d.ID, j), DatasetID: d.ID, Code: fmt.Sprintf("PHENO%d", (i+j)%500), SampleSize: 10, CreatedAt: Epoch,
			Description: []string{"Type 2 diabetes", "Heart failure", "Body mass index", "Height", "Stroke"}[(i+j)%5],
		}
		if err := tx.CreatePhenotype(ctx, p); err != nil {
			return err
		}
		n := i*files + j
		if err := tx.AddFile(ctx, &dataset.File{
			ID: fmt.Sprintf("%032x", n), DatasetID: d.ID, Kind: dataset.DataFile, ParentID: p.ID, Version: 1, Current: true,
			UploadID: fmt.Sprintf("f%06d", n), Name: "a.tsv", Size: int64(n), ShortID: fmt.Sprintf("%06d", n), UploadedBy: d.Owner.UserName, UploadedAt: Epoch,
		}); err != nil {
			return err
		}
	}
	return tx.UpdateDataset(ctx, d)
}
