package hermes

import (
	"io"
	"os"

	"cohortium/internal/gwas/qc"
)

// open returns a panel in the form that QC reads.
func (p *Panel) open() *qc.Panel {
	out := &qc.Panel{
		Name: p.Name, Column: p.Column,
		Open: func() (io.ReadCloser, error) { return os.Open(p.Path) },
	}
	if info, err := os.Stat(p.Path); err == nil { // for progress only
		out.Size = info.Size()
	}
	return out
}
