package hermes

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// original is the download name of the uploaded file.
const original = "original"

// UploadFile opens a file of a submission: the original, or a result of a QC run. If runID is "", it
// uses the current run if complete, else the newest complete one.
func (s *Service) UploadFile(ctx context.Context, id *auth.Identity, uploadID, name, runID string) (*file.Download, error) {
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, err
	}
	if name == original {
		return &file.Download{
			Name: u.FileName, ContentType: "application/octet-stream", Size: u.FileSize, Tag: u.SHA256, ModTime: u.UploadedAt,
			OpenRange: file.Keyed(s.files.OpenFileRange, u.FileID),
		}, nil
	}
	if !slices.Contains([]string{qc.FileReport, qc.FileClean, qc.FileCleanIndex, qc.FileColumnar, qc.FileExcluded, qc.FileUnmapped}, name) {
		return nil, errs.Missing("file")
	}
	run, err := s.completedRun(ctx, u, runID)
	if err != nil {
		return nil, err
	}
	return s.runFile(ctx, u, run, name)
}

// CleanFile opens the clean file of a submission that the caller may see, and returns its QC run; see
// UploadFile for runID.
func (s *Service) CleanFile(ctx context.Context, id *auth.Identity, uploadID, runID string) (_ *file.Download, run *QCRun, err error) {
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.completedRun(ctx, u, runID)
	if err != nil {
		return nil, nil, err
	}
	d, err := s.runFile(ctx, u, r, qc.FileClean)
	return d, r, err
}

// runFile opens a result of a QC run.
func (s *Service) runFile(ctx context.Context, u *Submission, run *QCRun, name string) (*file.Download, error) {
	return s.blobDownload(ctx, runPrefix(u.ID, run.ID, run.Attempt)+name, u.DatasetName+"."+name, run.ID+"-"+name, *run.FinishedAt)
}

// completedRun finds the run whose files are requested.
func (s *Service) completedRun(ctx context.Context, u *Submission, runID string) (*QCRun, error) {
	if runID != "" {
		run, err := s.runOf(ctx, u.ID, runID)
		if err != nil {
			return nil, err
		}
		if run.Status != RunCompleted {
			return nil, errs.Missing("file")
		}
		return run, nil
	}
	runs, err := s.store.QCRuns(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		if run.Status == RunCompleted {
			return run, nil
		}
	}
	return nil, errs.Missing("file")
}

// RunPlot returns the data of a plot of a QC run.
func (s *Service) RunPlot(ctx context.Context, id *auth.Identity, uploadID, runID, name string) ([]byte, error) {
	if _, err := s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
		return nil, err
	}
	run, err := s.runOf(ctx, uploadID, runID)
	if err != nil {
		return nil, err
	}
	if run.Status != RunCompleted || !slices.Contains([]string{"manhattan", "qq", "eaf", "pz", "histograms"}, name) {
		return nil, errs.Missing("plot")
	}
	return s.small(ctx, runPrefix(uploadID, runID, run.Attempt)+name+".json")
}

// MetaPlot returns the data of a plot of a completed meta-analysis.
func (s *Service) MetaPlot(ctx context.Context, id *auth.Identity, metaID, name string) ([]byte, error) {
	m, err := s.completedMeta(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"manhattan", "qq"}, name) {
		return nil, errs.Missing("plot")
	}
	return s.small(ctx, MetaPrefix(m.ID, m.Attempt)+name+".json")
}

// small reads a blob that fits in memory.
func (s *Service) small(ctx context.Context, key string) ([]byte, error) {
	r, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("plot").Because(err)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Downloads returns the files of a result that users can download: not those that only the server
// reads for rows and plots.
func (m *Meta) Downloads() (out []MetaFile) {
	for _, f := range m.Files {
		if f.Name == meta.FileSummary || f.Name == meta.FileInputs || strings.HasPrefix(f.Name, FileFineMapping) ||
			strings.HasPrefix(f.Name, "results") && f.Name != meta.FileRSIndex {
			out = append(out, f)
		}
	}
	return out
}

// MetaFile opens a file of a completed meta-analysis.
func (s *Service) MetaFile(ctx context.Context, id *auth.Identity, metaID, name string) (*file.Download, error) {
	m, err := s.completedMeta(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	return s.metaFile(ctx, m, name)
}

func (s *Service) metaFile(ctx context.Context, m *Meta, name string) (*file.Download, error) {
	if !slices.ContainsFunc(m.Downloads(), func(f MetaFile) bool { return f.Name == name }) {
		return m.madeFile(name)
	}
	return s.blobDownload(ctx, MetaPrefix(m.ID, m.Attempt)+name, m.Name+"."+name, m.ID+"-"+name, *m.FinishedAt)
}

func (s *Service) blobDownload(ctx context.Context, key, name, tag string, modified time.Time) (*file.Download, error) {
	size, err := s.blobs.Size(ctx, key)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	return &file.Download{
		Name: name, ContentType: contentType(name), Size: size, Tag: tag, ModTime: modified,
		OpenRange: file.Keyed(s.blobs.OpenRange, key),
	}, nil
}

func contentType(name string) string {
	switch {
	case strings.HasSuffix(name, ".json"):
		return "application/json; charset=utf-8"
	case strings.HasSuffix(name, ".gz"):
		return "application/gzip"
	}
	return "application/octet-stream"
}
