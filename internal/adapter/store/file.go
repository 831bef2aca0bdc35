package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// CreateFile stores the row of a new upload. It returns errs.RateLimited when the owner would then
// have more than maxPending unregistered files, or more than maxBytes declared in them.
func (s *Store) CreateFile(ctx context.Context, f *file.File, maxPending, maxBytes int64) (err error) {
	defer errs.Wrap(&err, "store.CreateFile(%q)", f.ID)
	return s.inTx(ctx, func(t *tx) error {
		pending, err := t.q.CountPendingFiles(ctx, f.OwnerID)
		if err != nil {
			return err
		}
		if pending.N >= maxPending || pending.Bytes > maxBytes-f.Size {
			return errs.New(errs.RateLimited, "too_many_uploads",
				"You have %d unfinished or unused uploads; finish or discard some before you start another.", pending.N)
		}
		return t.q.InsertFile(ctx, sqlcgen.InsertFileParams{
			ID: f.ID, OwnerID: f.OwnerID, FileName: []byte(f.Name), Metadata: []byte(f.Metadata), SizeBytes: f.Size,
			Received: f.Received, HashState: f.HashState, Sha256: f.SHA256, Complete: f.Complete, Registered: f.Registered,
			CreatedAt: f.CreatedAt, UpdatedAt: f.UpdatedAt, ExpiresAt: f.ExpiresAt,
		})
	})
}

// File returns the row of an upload.
func (s *Store) File(ctx context.Context, id string) (f *file.File, err error) {
	defer errs.Wrap(&err, "store.File(%q)", id)
	row, err := s.reader().GetFile(ctx, id)
	if err != nil {
		return nil, missing(err, "file")
	}
	return toFile(row), nil
}

// AppendPart adds a part at the end of the received bytes and writes the new state of f. It returns
// errs.Conflict when the file does not end where the part starts, and then changes nothing. note,
// if any, is part of the change.
func (s *Store) AppendPart(ctx context.Context, f *file.File, p file.Part, note func(audit.Tx) error) (err error) {
	defer errs.Wrap(&err, "store.AppendPart(%q, %d)", f.ID, p.Start)
	return s.inTx(ctx, func(t *tx) error {
		n, err := t.q.AdvanceFile(ctx, sqlcgen.AdvanceFileParams{
			ID: f.ID, Received: p.Start, NewReceived: p.Start + p.Size, HashState: f.HashState, Sha256: f.SHA256,
			Complete: f.Complete, UpdatedAt: f.UpdatedAt, ExpiresAt: f.ExpiresAt,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return conflict("wrong_offset", "Another request has moved this upload on; ask for its offset and continue there.")
		}
		err = t.q.InsertPart(ctx, sqlcgen.InsertPartParams{FileID: f.ID, StartAt: p.Start, SizeBytes: p.Size, PartID: p.ID})
		if err != nil || note == nil {
			return err
		}
		return note(t)
	})
}

// Parts lists the parts of a file in their order.
func (s *Store) Parts(ctx context.Context, fileID string) (parts []file.Part, err error) {
	defer errs.Wrap(&err, "store.Parts(%q)", fileID)
	rows, err := s.reader().ListParts(ctx, fileID)
	for _, r := range rows {
		parts = append(parts, file.Part{FileID: r.FileID, ID: r.PartID, Start: r.StartAt, Size: r.SizeBytes})
	}
	return parts, problem(err)
}

// HasPart reports whether a part belongs to a file.
func (s *Store) HasPart(ctx context.Context, fileID, partID string) (ok bool, err error) {
	defer errs.Wrap(&err, "store.HasPart(%q, %q)", fileID, partID)
	_, err = s.reader().GetPart(ctx, sqlcgen.GetPartParams{FileID: fileID, PartID: partID})
	if errs.Is(missing(err, "part"), errs.NotFound) {
		return false, nil
	}
	return err == nil, problem(err)
}

// PendingFiles lists the owner's unregistered files, newest first.
func (s *Store) PendingFiles(ctx context.Context, ownerID string) (list []*file.File, err error) {
	defer errs.Wrap(&err, "store.PendingFiles(%q)", ownerID)
	rows, err := s.reader().ListPendingFiles(ctx, ownerID)
	for _, r := range rows {
		list = append(list, toFile(r))
	}
	return list, problem(err)
}

// ExpiredFiles lists some unregistered files whose time has passed.
func (s *Store) ExpiredFiles(ctx context.Context, now time.Time) (list []*file.File, err error) {
	defer errs.Wrap(&err, "store.ExpiredFiles(%s)", now)
	rows, err := s.reader().ListExpiredFiles(ctx, now)
	for _, r := range rows {
		list = append(list, toFile(r))
	}
	return list, problem(err)
}

// DeleteFile removes the row of a file and of its parts. It returns errs.Conflict while a data set
// uses the file; deleting an absent one is not an error.
func (s *Store) DeleteFile(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteFile(%q)", id)
	_, err = s.writer().DeleteFile(ctx, id)
	if referenced(err) {
		return conflict("file_in_use", "The file belongs to a data set.")
	}
	return problem(err)
}

func toFile(r sqlcgen.UploadFile) *file.File {
	return &file.File{
		ID: r.ID, OwnerID: r.OwnerID, Name: string(r.FileName), Metadata: string(r.Metadata), Size: r.SizeBytes,
		Received: r.Received, HashState: r.HashState, SHA256: r.Sha256, Complete: r.Complete, Registered: r.Registered,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
	}
}
