package hermes

import (
	"bytes"
	"context"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Inspect recognises the format of a stored file, so that its columns can be mapped again without a
// new upload.
func (s *Service) Inspect(ctx context.Context, id *auth.Identity, uploadID string) (*recognise.Inspection, error) {
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, err
	}
	return s.inspect(ctx, u.FileID, u.FileName)
}

func (s *Service) inspect(ctx context.Context, fileID, fileName string) (*recognise.Inspection, error) {
	r, err := s.files.OpenFile(ctx, fileID)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return preview(recognise.Source{Name: fileName, Reader: r})
}

// Preview recognises a file's format from its first bytes; size is that of the whole file, 0 if
// unknown. errs.Rule with a sentence if it cannot be read.
func Preview(ctx context.Context, fileName string, head []byte, size int64) (*recognise.Inspection, error) {
	return preview(recognise.Source{Name: fileName, Reader: file.Until(ctx, bytes.NewReader(head)), Partial: size == 0 || int64(len(head)) < size})
}

func preview(source recognise.Source) (*recognise.Inspection, error) {
	inspection, err := recognise.Inspect(source, recognise.InspectOptions{})
	if sentence, yes := usersFault(err); yes {
		return nil, errs.New(errs.Rule, "unreadable_file", "%s", sentence).Because(err)
	}
	return inspection, err
}
