package upload

import (
	"context"
	"io"

	"github.com/tus/tusd/v2/pkg/handler"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Keep stores a file of size bytes as if its owner had uploaded it, in pieces, within the owner's
// limits. errs.Invalid when r ends early; the stored pieces are then removed.
func (s *Service) Keep(ctx context.Context, ownerID, name string, size int64, r io.Reader) (_ *file.Info, err error) {
	defer errs.Wrap(&err, "upload.Keep(%q, %d bytes)", name, size)
	if size > s.opt.MaxBytes {
		return nil, s.sentence("ERR_MAX_SIZE_EXCEEDED", "")
	}
	ctx = context.WithValue(ctx, callKey{}, &call{userID: ownerID, length: size})
	u, err := dataStore{s}.NewUpload(ctx, handler.FileInfo{Size: size, MetaData: handler.MetaData{"filename": name}})
	if err != nil {
		return nil, err
	}
	taken := u.(*tusUpload)
	if _, err = taken.WriteChunk(ctx, 0, io.LimitReader(file.Until(ctx, r), size)); err == nil && !taken.file.Complete {
		err = errs.New(errs.Invalid, "broken_off", "The file ends after %d of %d bytes.", taken.file.Received, size)
	}
	if err != nil {
		if left := s.DeleteFile(context.WithoutCancel(ctx), taken.file.ID); left != nil {
			s.opt.Log.WarnContext(ctx, "what came of a file stays until it expires", "file", taken.file.ID, "err", left)
		}
		return nil, err
	}
	return info(taken.file), nil
}
