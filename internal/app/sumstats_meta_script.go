package app

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/metalscript"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// fromScript gives the files and options of a METAL script. Lines that would
// change the result are refused with what to do about each; --name, --map, --n,
// --cases and --controls hold on top of what it says.
func (c *MetaCmd) fromScript(bar *metaProgress) ([]*metaFile, meta.Options, error) {
	fail := func(err error) ([]*metaFile, meta.Options, error) { return nil, meta.Options{}, err }
	if len(c.Files) > 0 {
		return fail(errors.New("--metal-script names the files already; give no others"))
	}
	text, err := os.ReadFile(c.MetalScript)
	if err != nil {
		return fail(err)
	}
	script, err := metalscript.Parse(string(text))
	if err != nil {
		return fail(fmt.Errorf("%s: %w", c.MetalScript, err))
	}
	var problems []error
	for _, f := range script.Findings {
		if f.Blocks {
			problems = append(problems, fmt.Errorf("%s, %s", c.MetalScript, f))
		} else {
			bar.say("%s, %s", c.MetalScript, f)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return fail(err)
	}
	for _, study := range script.Studies {
		path := study.File
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(c.MetalScript), path)
		}
		c.Files = append(c.Files, path)
	}
	files, err := c.metaFiles()
	if err != nil {
		return fail(err)
	}
	for i := range files {
		files[i].takeStudy(&script.Studies[i])
	}
	return files, c.options(script.Options()), nil
}

// takeStudy applies what a script says about a file, where flags say nothing.
func (f *metaFile) takeStudy(s *metalscript.Study) {
	f.script, f.lambda = s, s.Lambda
	stated := f.given
	f.given = maps.Clone(s.Mapping)
	maps.Copy(f.given, stated)
	if f.n == 0 {
		f.n = s.N
	}
}

// scripted completes the mapping from what the header of the file shows: METAL's
// own names of columns where the script names none, no column of a weight that
// the file does not have, and the column of the marker as rs number when nothing
// else is known about it.
func (f *metaFile) scripted(in *recognise.Inspection) {
	has := func(column string) bool {
		return slices.ContainsFunc(in.Header, func(h recognise.HeaderColumn) bool { return h.Column == column })
	}
	for _, field := range slices.Sorted(maps.Keys(f.script.Defaults)) {
		if column := f.script.Defaults[field]; f.given[field] == "" && has(column) {
			f.given[field] = column
		}
	}
	if n := f.given[sumstats.FieldN]; n != "" && !has(n) && f.n > 0 {
		delete(f.given, sumstats.FieldN)
	}
	known := slices.ContainsFunc(in.Columns, func(c recognise.ColumnGuess) bool { return c.Column == f.script.Marker })
	if !known && has(f.script.Marker) && f.given[sumstats.FieldRSID] == "" {
		f.given[sumstats.FieldRSID] = f.script.Marker
	}
}

// scriptFilters are the filters of the script on the columns that are read.
func (f *metaFile) scriptFilters() error {
	if f.script == nil {
		return nil
	}
	var problems []error
	for _, filter := range f.script.Filters {
		g, err := filter.On(f.mapping)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: the script's %w", f.path, err))
			continue
		}
		f.filters = append(f.filters, g)
	}
	return errors.Join(problems...)
}

// inspectScript finds the mapping of the files of a script. METAL joins by name;
// here positions do, and rs numbers where a file has no positions.
func (c *MetaCmd) inspectScript(files []*metaFile, opt *meta.Options, bar *metaProgress) error {
	err := inspectMeta(files, opt.Key)
	if err == nil || c.Key != "" {
		return err
	}
	if inspectMeta(files, meta.ByRSID) != nil {
		return err // the first question is the better one
	}
	bar.say("a file has no positions; joining by rs number")
	opt.Key = meta.ByRSID
	return nil
}
