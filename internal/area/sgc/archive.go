package sgc

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// Manifest describes the content of an archive.
type Manifest struct {
	Format  int              `json:"format"` // 1
	MadeAt  time.Time        `json:"made_at"`
	MadeBy  string           `json:"made_by"`
	MinCell int64            `json:"min_cell"` // numbers below this are hidden
	Cohorts []ManifestCohort `json:"cohorts"`
	Files   []ManifestFile   `json:"files"` // all except the manifest, in archive order
}

// ManifestCohort is a cohort of an archive.
type ManifestCohort struct {
	Folder  string `json:"folder"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	Owner   string `json:"owner"`
	Status  Status `json:"status"`
	Version int64  `json:"version"`
}

// ManifestFile is a file of an archive.
type ManifestFile struct {
	Path    string `json:"path"`
	Size    int64  `json:"size"`
	SHA256  string `json:"sha256"`
	Version int    `json:"version,omitempty"` // of an uploaded file
	Derived bool   `json:"derived,omitempty"` // computed from the other files
}

const phenotypesFile = "phenotypes.csv"

// file finds a file of an archive, nil if the path does not exist.
func (m *Manifest) file(path string) *ManifestFile {
	for i := range m.Files {
		if m.Files[i].Path == path {
			return &m.Files[i]
		}
	}
	return nil
}

// archive is an archive while it is written.
type archive struct {
	manifest Manifest
	emit     func(name string) (io.Writer, error)
}

// WriteArchive writes a ZIP file with the files of every cohort, totals, phenotypes and a manifest.
// It contains the same numbers as every view, so it reveals no hidden number. progress, which may
// be nil, receives the number of finished cohorts.
func (s *Service) WriteArchive(ctx context.Context, madeBy string, w io.Writer, progress func(done, total int64)) (_ *Manifest, err error) {
	defer errs.Wrap(&err, "sgc.WriteArchive")
	minCell, err := s.minCell(ctx)
	if err != nil {
		return nil, err
	}
	z := zip.NewWriter(w)
	at := s.now()
	a := &archive{
		manifest: Manifest{Format: 1, MadeAt: at, MadeBy: madeBy, MinCell: minCell},
		emit: func(name string) (io.Writer, error) {
			return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
		},
	}
	if err := s.archiveCohorts(ctx, a, progress); err != nil {
		return nil, err
	}
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	totals, err := s.totals(ctx, TotalsQuery{Sort: "code"})
	if err != nil {
		return nil, err
	}
	if err := a.end(list, totals); err != nil {
		return nil, err
	}
	return &a.manifest, z.Close()
}

// archivePage is how many cohorts are listed at a time.
const archivePage = 200

func (s *Service) archiveCohorts(ctx context.Context, a *archive, progress func(done, total int64)) error {
	done := int64(0)
	return s.eachCohort(ctx, func(c *Cohort, total int64) error {
		if err := s.archiveCohort(ctx, a, c.ID); err != nil {
			return err
		}
		done++
		if progress != nil {
			progress(done, max(done, total))
		}
		return nil
	})
}

// eachCohort calls do with every cohort and the number of cohorts, by name.
func (s *Service) eachCohort(ctx context.Context, do func(c *Cohort, total int64) error) error {
	for f := (CohortFilter{Sort: "name", Limit: archivePage}); ; {
		rows, total, err := s.store.Cohorts(ctx, f)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := do(row.Cohort, total); err != nil {
				return err
			}
		}
		if len(rows) < archivePage {
			return nil
		}
		f.After = rows[len(rows)-1].place(f.Sort)
	}
}

// archiveCohort adds one cohort. A cohort that was deleted meanwhile is skipped.
func (s *Service) archiveCohort(ctx context.Context, a *archive, id string) error {
	c, err := s.store.Cohort(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := s.record(ctx, c, true)
	if err != nil {
		return err
	}
	var description []byte
	if f := r.current(check.Description); f != nil {
		if description, err = s.read(ctx, f); err != nil {
			return err
		}
	}
	return a.cohort(r, description)
}

func (s *Service) read(ctx context.Context, f *File) ([]byte, error) {
	in, err := s.blobs.OpenRange(ctx, f.blobKey(), 0, -1)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// cohort adds the folder of a cohort: its stored files, both sexes together, and the receipt.
func (a *archive) cohort(r *Record, description []byte) error {
	folder := path.Join("cohorts", safeName(r.Name)+"-"+r.ID)
	a.manifest.Cohorts = append(a.manifest.Cohorts, ManifestCohort{
		Folder: folder, ID: r.ID, Name: r.Name, Owner: r.Owner.UserName, Status: r.Status, Version: r.Version,
	})
	for _, k := range check.Kinds() {
		f := r.current(k)
		if f == nil {
			continue
		}
		content, name, err := description, string(k)+extension(f.ContentType), error(nil)
		if k != check.Description {
			name = string(k) + ".tsv"
			if content, err = r.table(f); err != nil {
				return err
			}
		}
		if err := a.add(ManifestFile{Path: path.Join(folder, name), Version: f.Version}, content); err != nil {
			return err
		}
		if kept := &a.manifest.Files[len(a.manifest.Files)-1]; kept.SHA256 != f.StoredSHA256 {
			return fmt.Errorf("%s has the hash %s, not %s as when it was accepted", kept.Path, kept.SHA256, f.StoredSHA256)
		}
	}
	if err := a.both(folder, r); err != nil {
		return err
	}
	receipt, err := json.MarshalIndent(r.receipt(a.manifest.MinCell, a.manifest.MadeAt), "", "  ")
	if err != nil {
		return err
	}
	return a.add(ManifestFile{Path: path.Join(folder, "receipt.json")}, append(receipt, '\n'))
}

// both adds the numbers of both sexes, computed from the files of each.
func (a *archive) both(folder string, r *Record) error {
	var cases, pairs bytes.Buffer
	if rows := check.SumCases(r.cases(check.Male), r.cases(check.Female)); len(rows) > 0 {
		if err := check.WriteCases(&cases, rows); err != nil {
			return err
		}
		if err := a.add(ManifestFile{Path: path.Join(folder, "cases_controls_both.tsv"), Derived: true}, cases.Bytes()); err != nil {
			return err
		}
	}
	if rows := check.SumPairs(r.pairs(check.Male), r.pairs(check.Female)); len(rows) > 0 {
		if err := check.WritePairs(&pairs, rows); err != nil {
			return err
		}
		return a.add(ManifestFile{Path: path.Join(folder, "cooccurrence_both.tsv"), Derived: true}, pairs.Bytes())
	}
	return nil
}

// end adds the files about all cohorts, and the manifest last.
func (a *archive) end(list []*Phenotype, totals []Total) error {
	var table bytes.Buffer
	if err := writeTotals(&table, totals); err != nil {
		return err
	}
	if err := a.add(ManifestFile{Path: "totals.csv", Derived: true}, table.Bytes()); err != nil {
		return err
	}
	table.Reset()
	if err := writePhenotypes(&table, list); err != nil {
		return err
	}
	if err := a.add(ManifestFile{Path: phenotypesFile}, table.Bytes()); err != nil {
		return err
	}
	text, err := json.MarshalIndent(a.manifest, "", "  ")
	if err != nil {
		return err
	}
	return a.write("manifest.json", append(text, '\n'))
}

func (a *archive) add(f ManifestFile, content []byte) error {
	sum := sha256.Sum256(content)
	f.Size, f.SHA256 = int64(len(content)), hex.EncodeToString(sum[:])
	a.manifest.Files = append(a.manifest.Files, f)
	return a.write(f.Path, content)
}

func (a *archive) write(name string, content []byte) error {
	w, err := a.emit(name)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// safeName converts a typed name to a folder name: lower-case ASCII letters and digits, and a dash
// for everything else.
func safeName(name string) string {
	const longest = 60
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= longest {
			break
		}
	}
	if out := strings.Trim(b.String(), "-"); out != "" {
		return out
	}
	return "cohort"
}
