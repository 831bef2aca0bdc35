package reference

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/hermes"
)

// readPanel reads a panel to its end: it must have variants and frequencies, and
// lie on the assembly that it is said to be on.
func (a *adding) readPanel() error {
	n := a.note
	n.Ancestry = strings.ToUpper(n.Ancestry)
	if !slices.Contains(hermes.PanelGroups(), n.Ancestry) {
		return fmt.Errorf("name the ancestry that its frequencies are of with --ancestry: %s", strings.Join(hermes.PanelGroups(), ", "))
	}
	facts, err := qc.ReadPanel(a.ctx, &qc.Panel{Name: n.Name, Column: n.Column, Open: func() (io.ReadCloser, error) { return os.Open(a.path) }})
	if err != nil {
		return panelSentence(err)
	}
	switch {
	case facts.Rows == 0:
		return errors.New("none of its rows is a variant with chromosome, position, REF and ALT")
	case facts.WithFrequency == 0:
		return fmt.Errorf("no variant of %d has a frequency in %s. Name the column of the table, or the key of INFO, with --column", facts.Rows, facts.Column)
	}
	n.Rows, n.Column = facts.Rows, strings.TrimPrefix(facts.Column, "INFO/")
	build, err := panelBuild(n.Build, facts)
	if err != nil {
		return err
	}
	n.Build = string(build)
	if build == genome.NCBI36 {
		return fmt.Errorf("it is on %s. Panels serve data sets on GRCh37 or GRCh38", build)
	}
	return nil
}

// panelSentence takes from an error of a panel the part that was written for people.
func panelSentence(err error) error {
	var known *qc.PanelError
	if !errors.As(err, &known) {
		return err
	}
	place := ""
	if known.Line > 0 {
		place = fmt.Sprintf("line %d: ", known.Line)
	}
	if known.Column {
		return fmt.Errorf("%s%s The flag is --column", place, known.Why)
	}
	return errors.New(place + known.Why)
}

// panelBuild settles the assembly of a panel: what its positions tell goes before
// what was declared, and where they tell nothing it has to be declared.
func panelBuild(declared string, facts *qc.PanelContent) (genome.Build, error) {
	if facts.Build != genome.UnknownBuild {
		err := agree(&declared, facts.Build, "--build")
		if err != nil {
			err = fmt.Errorf("%w. %s", err, facts.Evidence)
		}
		return facts.Build, err
	}
	if declared == "" {
		return genome.UnknownBuild, fmt.Errorf("its positions do not tell the assembly. %s Name it with --build", facts.Evidence)
	}
	build, ok := genome.ParseBuild(declared)
	if !ok {
		return build, fmt.Errorf("%q is no assembly that is known: use GRCh37 or GRCh38 with --build", declared)
	}
	if facts.Contradicts(build) {
		return build, fmt.Errorf("--build says %s, but its variants lie elsewhere. %s Correct --build, or use another panel", build, facts.Evidence)
	}
	if past := facts.PastEnd[build]; past > 0 {
		return build, fmt.Errorf("it has variants past the end of their chromosome on %s: %d. Correct --build, or the panel", build, past)
	}
	return build, nil
}

// Panels implements hermes.Panels. A note that cannot be used is an error that
// names it.
func (r *Registry) Panels(context.Context) ([]hermes.Panel, error) {
	notes, err := r.list(Panel)
	if err != nil {
		return nil, err
	}
	var out []hermes.Panel
	for i := range notes {
		n := &notes[i]
		build, _ := n.builds()
		out = append(out, hermes.Panel{
			Name: n.Name, Build: hermes.BuildWord(build), Ancestry: n.Ancestry, Rows: n.Rows,
			Version: n.Version, SHA256: n.SHA256, Path: r.path(n), Column: n.Column,
		})
	}
	return out, nil
}
