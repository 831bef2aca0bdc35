package dataset

import (
	"context"
	"fmt"
	"slices"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// FileVersions reads versions of files.
type FileVersions interface {
	DatasetFile(ctx context.Context, id string) (*File, error)
	// FileByShortID is case-sensitive.
	FileByShortID(ctx context.Context, kind FileKind, shortID string) (*File, error)
}

// FileChanges stores versions of files.
type FileChanges interface {
	// AddFile registers the uploaded file and makes it the current version of its parent;
	// errs.Conflict (short_id_taken, file_used).
	AddFile(ctx context.Context, f *File) error
	// DropFiles deletes every version of a parent's file with its checks, and returns the ids of
	// the uploaded files, which become unregistered.
	DropFiles(ctx context.Context, parentID string) (uploadIDs []string, err error)
	// SetFileBuild sets the genome build of a version of a file, "" for that of its data set.
	SetFileBuild(ctx context.Context, fileID, build string) error
	CountDownload(ctx context.Context, fileID string) error
}

// maxFileName bounds the name of a file, in bytes.
const maxFileName = 1024

// PutFile makes an uploaded file the current version of the file of a phenotype; earlier versions
// stay. A repeat with the same file changes nothing. Errors as AddPhenotype.
func (s *Service) PutFile(ctx context.Context, by *auth.Identity, id, phenotypeID, uploadID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.PutFile(%q, %q, %q)", id, phenotypeID, uploadID)
	var f faults
	sent, err := s.incoming(ctx, by, id, uploadID, &f)
	if err != nil {
		return nil, err
	}
	if uploadID == "" {
		f.add("upload_id", "Choose a file.")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		p, err := phenotypeIn(ctx, tx, d, phenotypeID)
		if err != nil {
			return nil, err
		}
		files, err := tx.DatasetFiles(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(files, func(f *File) bool { return f.ParentID == p.ID && f.UploadID == sent.ID && f.Current }) {
			return nil, nil
		}
		h := &record.Event{Action: "sent a file", Detail: p.label(), Kind: audit.Changed}
		return h, s.addFile(ctx, tx, by, d, DataFile, p.ID, sent, h)
	})
}

// Files lists the files of a data set in the order of its phenotypes, a data file before its
// credible sets; with versions, also the replaced ones after the current one.
func (s *Service) Files(ctx context.Context, by *auth.Identity, id string, versions bool) (_ []*FileView, err error) {
	defer errs.Wrap(&err, "dataset.Files(%q)", id)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	phenotypes, err := s.phenotypesOf(ctx, d)
	if err != nil {
		return nil, err
	}
	replaced := make(map[string][]*File)
	if versions {
		files, err := s.store.DatasetFiles(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if !f.Current {
				replaced[f.ParentID] = append(replaced[f.ParentID], f)
			}
		}
	}
	var out []*FileView
	add := func(v *FileView) {
		if v == nil {
			return
		}
		out = append(out, v)
		for _, f := range replaced[v.ParentID] {
			out = append(out, &FileView{File: f, Build: d.buildFor(f), Phenotype: v.Phenotype, SetName: v.SetName})
		}
	}
	for _, p := range phenotypes {
		add(p.File)
		for _, c := range p.CredibleSets {
			add(c.File)
		}
	}
	return out, nil
}

// incoming returns a file that the caller has uploaded and that a data set may use; nil if uploadID
// is "". It adds faults of the file to f, in the field upload_id; the upload itself does not
// change. Other errors are about the data set.
func (s *Service) incoming(ctx context.Context, by *auth.Identity, datasetID, uploadID string, f *faults) (*file.Info, error) {
	d, r, err := s.datasetFor(ctx, by, datasetID)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(d, r); err != nil || uploadID == "" {
		return nil, err
	}
	sent, err := s.files.File(ctx, uploadID)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Invalid) || err == nil && sent.OwnerID != by.User.ID {
		f.add("upload_id", "You have no upload with this id; it may have expired. Send the file again.")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch {
	case !sent.Complete:
		f.add(
			"upload_id",
			"Only %s of %s of this file have arrived. Resume the upload.",
			phrase.Thousands(sent.Offset),
			phrase.Counted(sent.Size, "byte", "bytes"),
		)
		return nil, nil
	case len(sent.Name) > maxFileName:
		f.add("upload_id", "The name of the file is longer than 1,024 bytes.")
		return nil, nil
	}
	problem, err := s.look(ctx, sent)
	if problem != "" {
		f.add("upload_id", "%s", problem)
	}
	return sent, err
}

// shortIDAttempts limits the ids drawn until the short id is unused.
const shortIDAttempts = 20

// changeFiles lets fn change the contents of a data set that the caller may edit, see change. If a
// short id is taken, it calls fn again, which draws new ids.
func (s *Service) changeFiles(ctx context.Context, by *auth.Identity, id string, fn func(tx Tx, d *Dataset) (*record.Event, error)) (v *View, err error) {
	for range shortIDAttempts {
		v, err = s.change(ctx, by, id, record.Any(), func(tx Tx, d *Dataset, r record.Access) (*record.Event, error) {
			if err := mustEdit(d, r); err != nil {
				return nil, err
			}
			return fn(tx, d)
		})
		if errs.CodeOf(err) != "short_id_taken" {
			break
		}
	}
	return v, err
}

// removing lets fn remove objects with their files, by the ids of the files' parents. The bytes are
// deleted after the rows.
func (s *Service) removing(ctx context.Context, by *auth.Identity, id string, fn func(tx Tx, d *Dataset) (*record.Event, []string, error)) (*View, error) {
	var gone []*File
	v, err := s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		files, err := tx.DatasetFiles(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		h, parents, err := fn(tx, d)
		if err != nil {
			return nil, err
		}
		for _, parent := range parents {
			if _, err := tx.DropFiles(ctx, parent); err != nil {
				return nil, err
			}
		}
		gone = slices.DeleteFunc(files, func(f *File) bool { return !slices.Contains(parents, f.ParentID) })
		return h, nil
	})
	if err != nil {
		return nil, err
	}
	s.cfg.Crash("dataset: files of what was removed")
	for _, f := range gone {
		s.removeFile(context.WithoutCancel(ctx), f)
	}
	return v, nil
}

// addFile makes an uploaded file the current version of the file of parentID, starts its check, and
// adds it to h. Without a file it does nothing. The data set is locked in tx.
func (s *Service) addFile(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, kind FileKind, parentID string, sent *file.Info, h *record.Event) error {
	if sent == nil {
		return nil
	}
	files, err := tx.DatasetFiles(ctx, d.ID)
	if err != nil {
		return err
	}
	f, err := s.newFile(by, d, kind, parentID, sent)
	if err != nil {
		return err
	}
	current, before := 0, ""
	for _, other := range files {
		switch {
		case other.ParentID == parentID:
			f.Version = max(f.Version, other.Version+1)
			if other.Current {
				before, f.Build = other.label(), other.Build
			}
		case other.Current:
			current++
		}
	}
	if current >= s.cfg.MaxFiles {
		return errs.New(errs.Rule, "too_many_files", "A data set has at most %d files.", s.cfg.MaxFiles).
			WithFields(errs.Field{Field: "upload_id", Message: fmt.Sprintf("A data set has at most %d files.", s.cfg.MaxFiles)})
	}
	if err := s.mustFit(ctx, tx, by, d, f); err != nil {
		return err
	}
	if err := tx.AddFile(ctx, f); err != nil {
		return fileUsed(err)
	}
	h.Changes = append(h.Changes, record.Change{Key: "file", Field: "File", Before: before, After: f.label()})
	return s.startCheck(ctx, tx, by, d, f, nil)
}

// newFile returns the first version of a file that is not stored yet, with a new id.
func (s *Service) newFile(by *auth.Identity, d *Dataset, kind FileKind, parentID string, sent *file.Info) (*File, error) {
	id, err := s.newGUID()
	if err != nil {
		return nil, err
	}
	short, err := ShortID(id)
	if err != nil {
		return nil, err
	}
	return &File{
		ID: id, DatasetID: d.ID, Kind: kind, ParentID: parentID, Version: 1, Current: true, UploadID: sent.ID, Name: sent.Name,
		Size: sent.Size, SHA256: sent.SHA256, ShortID: short, UploadedBy: by.User.UserName, UploadedAt: s.now(),
	}, nil
}

// label returns the display name of a version of a file.
func (f *File) label() string { return fmt.Sprintf("%s (version %d)", f.Name, f.Version) }

// mustFit refuses a file that exceeds the quota of the data set's owner. Only the owner learns how
// much is used.
func (s *Service) mustFit(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, f *File) error {
	room, err := s.roomOf(ctx, tx, d.Owner.ID)
	if err != nil || room.Fits(f.Size) {
		return err
	}
	sentence := fmt.Sprintf("This file of %s exceeds the storage quota of %s. Ask them to delete files, or ask the operator for more storage.",
		file.SizeText(f.Size), d.Owner.UserName)
	if by.User.ID == d.Owner.ID {
		sentence = fmt.Sprintf("Your files hold %s of %s; this one of %s exceeds your storage quota. Delete files, or ask the operator for more storage.",
			file.SizeText(room.Used), file.SizeText(room.Limit), file.SizeText(f.Size))
	}
	return errs.New(errs.Rule, "quota_reached", "%s", sentence).WithFields(errs.Field{Field: "upload_id", Message: sentence})
}

// fileUsed attaches the message to the field if an uploaded file is already in use.
func fileUsed(err error) error {
	if errs.CodeOf(err) != "file_used" {
		return err
	}
	return errs.New(errs.Conflict, "file_used", "%s", sentenceOf(err)).
		WithFields(errs.Field{Field: "upload_id", Message: sentenceOf(err)}).Because(err)
}
