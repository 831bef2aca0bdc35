package store

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// InstallationID returns the identity that the database shares with its file store, "" for
// none. The database may be at any version.
func (s *Store) InstallationID(ctx context.Context) (id string, err error) {
	defer errs.Wrap(&err, "store.InstallationID")
	if there, err := s.hasTable(ctx, "installation"); err != nil || !there {
		return "", err
	}
	id, err = s.reader().GetInstallation(ctx)
	if err = missing(err, "identity"); errs.Is(err, errs.NotFound) {
		return "", nil
	}
	return id, err
}

// GiveInstallationID sets the identity of the database unless it has one, and returns the identity.
func (s *Store) GiveInstallationID(ctx context.Context, id string) (_ string, err error) {
	defer errs.Wrap(&err, "store.GiveInstallationID")
	if _, err := s.writer().InsertInstallation(ctx, id); err != nil {
		return "", problem(err)
	}
	return s.InstallationID(ctx)
}

// PutSum stores the size in bytes and the hex SHA-256 of a blob.
func (s *Store) PutSum(ctx context.Context, key string, size int64, sha256 string) (err error) {
	defer errs.Wrap(&err, "store.PutSum(%q)", key)
	return problem(s.writer().PutBlobSum(ctx, sqlcgen.PutBlobSumParams{BlobKey: key, SizeBytes: size, Sha256: sha256}))
}

// DropSum deletes the checksum of a blob.
func (s *Store) DropSum(ctx context.Context, key string) (err error) {
	defer errs.Wrap(&err, "store.DropSum(%q)", key)
	return problem(s.writer().DeleteBlobSum(ctx, key))
}

// DropSums deletes the checksums of the blobs whose keys begin with prefix, which ends with a
// slash.
func (s *Store) DropSums(ctx context.Context, prefix string) (err error) {
	defer errs.Wrap(&err, "store.DropSums(%q)", prefix)
	beyond := strings.TrimSuffix(prefix, "/") + string('/'+1)
	return problem(s.writer().DeleteBlobSums(ctx, sqlcgen.DeleteBlobSumsParams{First: prefix, Beyond: beyond}))
}

// Sums returns the stored sum of each blob, in the order of keys.
func (s *Store) Sums(ctx context.Context) (sums []file.Stored, err error) {
	defer errs.Wrap(&err, "store.Sums")
	return listSums(ctx, s.reader())
}

func listSums(ctx context.Context, q *sqlcgen.Queries) (sums []file.Stored, err error) {
	rows, err := q.ListBlobSums(ctx)
	for _, r := range rows {
		sums = append(sums, measured(r.BlobKey, r.SizeBytes, r.Sha256))
	}
	return sums, problem(err)
}

// Stored lists the files of all rows, area by area. An error of fn ends the list.
func (s *Store) Stored(ctx context.Context, fn func(file.Stored) error) (err error) {
	defer errs.Wrap(&err, "store.Stored")
	return listStored(ctx, s.reader(), math.MaxInt64, fn)
}

// storedLists are the files of all rows, from the schema that has them all.
var storedLists = []struct {
	schema int64
	list   func(context.Context, *sqlcgen.Queries) ([]file.Stored, error)
}{
	{0, storedUploads}, {0, storedRuns}, {0, storedMetas}, {0, storedCohorts}, {0, storedChecks}, {0, storedIndexes}, {0, storedTables},
	{0, storedToolRuns}, {0, storedPictures}, {42, storedSegments}, {57, storedReference},
}

// listStored lists the files of a database of this schema: one that is not migrated yet has a backup as well.
func listStored(ctx context.Context, q *sqlcgen.Queries, schema int64, fn func(file.Stored) error) error {
	for _, l := range storedLists {
		if schema < l.schema {
			continue
		}
		files, err := l.list(ctx, q)
		if err != nil {
			return problem(err)
		}
		for _, f := range files {
			if err := fn(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// storedUploads joins the parts of each file.
func storedUploads(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredParts(ctx)
	for i, r := range rows {
		if i == 0 || rows[i-1].FileID != r.FileID {
			files = append(files, file.Stored{})
		}
		f := &files[len(files)-1]
		f.Keys = append(f.Keys, file.Part{FileID: r.FileID, ID: r.PartID}.Key())
		f.Size += r.SizeBytes
		if r.Complete {
			f.SHA256 = r.Sha256
		}
	}
	return files, err
}

// unmeasured returns a file without recorded size and hash.
func unmeasured(key string) file.Stored { return file.Stored{Keys: []string{key}, Size: -1} }

func measured(key string, size int64, sum string) file.Stored {
	return file.Stored{Keys: []string{key}, Size: size, SHA256: sum}
}

func storedRuns(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredRuns(ctx, string(hermes.RunCompleted))
	for _, r := range rows {
		for _, key := range hermes.RunKeys(r.UploadID, r.ID, r.Attempt) {
			files = append(files, unmeasured(key))
		}
	}
	return files, err
}

func storedMetas(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredMetas(ctx, string(hermes.MetaCompleted))
	for _, r := range rows {
		var results []hermes.MetaFile
		if err := json.Unmarshal([]byte(r.Files), &results); err != nil {
			return nil, err
		}
		for _, f := range results {
			files = append(files, measured(hermes.MetaPrefix(r.ID, r.Attempt)+f.Name, f.Size, f.SHA256))
		}
	}
	return files, err
}

func storedCohorts(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredSGCFiles(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		files = append(files, measured(sgc.FileKey(r.CohortID, r.BlobID), r.SizeBytes, r.StoredSha256))
	}
	archives, err := q.ListStoredArchives(ctx)
	for _, a := range archives {
		files = append(files, measured(sgc.ArchiveKey(a.BlobID), a.SizeBytes, a.Sha256))
	}
	return files, err
}

func storedChecks(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredChecks(ctx, sqlcgen.ListStoredChecksParams{Passed: string(dataset.CheckPassed), Warned: string(dataset.CheckWarned)})
	for _, r := range rows {
		files = append(files, file.Stored{Prefix: dataset.CheckPrefix(r.FileID, r.ID, r.Attempt), Size: -1})
	}
	return files, err
}

func storedIndexes(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredBuilds(ctx)
	for _, r := range rows {
		files = append(files, unmeasured(bioindex.IndexKey(r.IndexID, r.ID, r.Attempt)))
	}
	return files, err
}

func storedTables(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredTables(ctx, string(pagetable.Ready))
	for _, r := range rows {
		files = append(files, measured(pagetable.DataKey(r.ID, r.Attempt), r.DataBytes, r.DataTag), unmeasured(pagetable.OverviewKey(r.ID, r.Attempt)))
	}
	return files, err
}

func storedToolRuns(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredRunFiles(ctx, string(toolrun.Done))
	for _, r := range rows {
		var results []toolrun.File
		if err := json.Unmarshal([]byte(r.Files), &results); err != nil {
			return nil, err
		}
		for _, f := range results {
			files = append(files, measured(toolrun.ResultPrefix(r.ID, r.Attempt)+f.Name, f.Size, ""))
		}
	}
	return files, err
}

func storedPictures(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredPictures(ctx)
	for _, r := range rows {
		files = append(files, unmeasured(page.PictureKey(r.ID, r.PictureID)))
	}
	return files, err
}

func storedSegments(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListRowSegments(ctx)
	for _, r := range rows {
		files = append(files, measured(rowstore.RowsKey(r.ID), r.SizeBytes, ""), unmeasured(rowstore.NumbersKey(r.ID)))
	}
	return files, err
}
