package hermes

import (
	"bytes"
	"context"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Inspect says what a stored file is, for mapping it again without sending it again.
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

// Preview says what the first bytes of a file are; size is that of the whole
// file, 0 when unknown. errs.Rule with a sentence when they cannot be read.
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
