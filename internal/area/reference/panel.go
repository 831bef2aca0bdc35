package reference

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
)

// readPanel reads a panel to its end: it must have variants and frequencies, and be on its declared
// assembly.
func (a *adding) readPanel() error {
	n := a.note
	if err := a.people("its frequencies"); err != nil {
		return err
	}
	facts, err := qc.ReadPanel(a.ctx, panelOf(n, a.path))
	if err != nil {
		return panelSentence(err)
	}
	switch {
	case facts.Rows == 0:
		return errors.New("none of its rows is a variant with chromosome, position, REF and ALT")
	case facts.WithFrequency == 0:
		return say("no variant of %d has a frequency in %s. Name the column of the table, or the key of INFO, with %s", facts.Rows, facts.Column, OfColumn)
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
	a.beside, err = writeSites(a.ctx, panelOf(n, a.path), a.dir)
	return err
}

// panelSentence extracts the part of a panel's error that is for people.
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
		return say("%s%s %s", place, known.Why, columnToo{})
	}
	return errors.New(place + known.Why)
}

// columnToo explains where a column is named.
type columnToo struct{}

func (columnToo) words(to reader) string {
	if to == onPage {
		return "Name it in the field " + fields[OfColumn]
	}
	return "The flag is " + OfColumn.Flag()
}

// people determines the ancestry of a file; of names its content.
func (a *adding) people(of string) error {
	n := a.note
	n.Ancestry = strings.ToUpper(n.Ancestry)
	if !slices.Contains(hermes.PanelGroups(), n.Ancestry) {
		return say("name the ancestry that %s are of with %s: %s", of, OfAncestry, strings.Join(hermes.PanelGroups(), ", "))
	}
	return nil
}

// panelBuild determines the assembly of a panel: evidence in its positions takes precedence over
// the declaration, which is required without evidence.
func panelBuild(declared string, facts *qc.PanelContent) (genome.Build, error) {
	if facts.Build != genome.UnknownBuild {
		return facts.Build, agree(&declared, facts.Build, OfBuild, facts.Evidence)
	}
	if declared == "" {
		return genome.UnknownBuild, say("its positions do not show the genome build. %s Name it with %s", facts.Evidence, OfBuild)
	}
	build, err := parseBuild(declared, OfBuild)
	if err != nil {
		return build, err
	}
	if facts.Contradicts(build) {
		return build, say("%s is %s, but the variants of the panel do not match. %s Correct %s, or use another panel", OfBuild, build, facts.Evidence, OfBuild)
	}
	if past := facts.PastEnd[build]; past > 0 {
		return build, say("it has variants past the end of their chromosome on %s: %d. Correct %s, or the panel", build, past, OfBuild)
	}
	return build, nil
}

// Panels implements hermes.Panels. A note that cannot be used is an error that
// names it.
func (r *Registry) Panels(ctx context.Context) ([]hermes.Panel, error) {
	notes, err := r.list(ctx, Panel)
	if err != nil {
		return nil, err
	}
	var out []hermes.Panel
	for i := range notes {
		n := &notes[i]
		build, _ := n.builds()
		out = append(out, hermes.Panel{
			Name: n.Name, Build: hermes.BuildWord(build), Ancestry: n.Ancestry, Rows: n.Rows,
			Version: n.Version, SHA256: n.SHA256, Column: n.Column,
			Open: func(ctx context.Context) (io.ReadCloser, error) { return r.openPanel(ctx, n) },
			Size: func(ctx context.Context) (int64, error) { return r.shelf.Size(ctx, n) },
		})
	}
	return out, nil
}

// openPanel opens a panel; its copy stays until the panel is closed.
func (r *Registry) openPanel(ctx context.Context, n *Note) (io.ReadCloser, error) {
	local, err := r.shelf.Take(ctx, n, "")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(local.Path)
	if err != nil {
		local.Release()
		return nil, err
	}
	return &taken{f, local.Release}, nil
}

// taken is an open file of a copy.
type taken struct {
	*os.File
	release func()
}

// Close implements io.Closer.
func (t *taken) Close() error {
	defer t.release()
	return t.File.Close()
}
