package hermes

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/errs"
)

// open returns a panel in the form that QC reads.
func (p *Panel) open(ctx context.Context) *qc.Panel {
	out := &qc.Panel{
		Name: p.Name, Column: p.Column,
		Open: func() (io.ReadCloser, error) { return p.Open(ctx) },
	}
	if p.Size == nil {
		return out
	}
	if size, err := p.Size(ctx); err == nil { // for progress only
		out.Size = size
	}
	return out
}

// hold opens the file of a panel and keeps it on this machine until release, so that it is fetched
// once, and a fault of fetching it is not taken for one of the panel. A file that cannot be opened
// is left to QC.
func (p *Panel) hold(ctx context.Context) (release func(), err error) {
	held, err := p.Open(ctx)
	if disk := new(fs.PathError); errors.As(err, &disk) && !errs.Is(err, errs.Unavailable) {
		return func() {}, nil
	}
	if err != nil {
		return nil, err
	}
	return func() { _ = held.Close() }, nil
}
