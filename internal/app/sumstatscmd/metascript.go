package sumstatscmd

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/metalscript"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// fromScript returns the files and options of a METAL script. Commands that would change the result
// are refused with advice; --name, --map, --n, --cases and --controls override the script.
func (c *MetaCmd) fromScript(bar *console.Progress) ([]*metaFile, meta.Options, error) {
	fail := func(err error) ([]*metaFile, meta.Options, error) { return nil, meta.Options{}, err }
	if len(c.Files) > 0 {
		return fail(errors.New("--metal-script already names the files; remove the others"))
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
			bar.Say("%s, %s", c.MetalScript, f)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return fail(err)
	}
	for _, study := range script.Studies {
		c.Files = append(c.Files, beside(c.MetalScript, study.File))
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

// takeStudy copies a script's facts about a file; scripted resolves its columns.
func (f *metaFile) takeStudy(s *metalscript.Study) {
	f.script, f.lambda, f.stated = s, s.Lambda, f.given
}

// scripted decides how the file is read, from its header: by the columns of the script only, except
// for the position of a variant, which a script need not name. The marker column is the rs number
// if nothing else is known. Flags have priority.
func (f *metaFile) scripted(in *recognise.Inspection) error {
	header := make([]string, len(in.Header))
	for i, h := range in.Header {
		header[i] = h.Column
	}
	reading, err := f.script.Read(header)
	if err != nil {
		return err
	}
	f.given, f.rules, f.marker, f.notes = reading.Mapping, reading.Rules, reading.Marker, nil
	for _, note := range reading.Notes {
		f.notes = append(f.notes, note.String())
	}
	known := slices.ContainsFunc(in.Columns, func(c recognise.ColumnGuess) bool { return c.Column == f.marker })
	if !known && f.given[sumstats.FieldRSID] == "" {
		f.given[sumstats.FieldRSID] = f.marker
	}
	maps.Copy(f.given, f.stated)
	if f.n == 0 {
		f.n = reading.N
	}
	return nil
}

// asScripted adjusts the findings to the script. Rows with another number of cells follow METAL's
// rule: it cuts additional cells, and never reads the first cell as a row name. A script only maps
// columns and does not answer doubts about their values. Only a flag overrules these, except for
// the sample size, which METAL uses as a weight.
func (f *metaFile) asScripted(findings []sumstats.Finding) (out []sumstats.Finding) {
	for _, finding := range findings {
		switch {
		case f.script == nil:
		case finding.Code == "column_count" && f.rules.Lenient:
			continue
		case finding.Code == "column_count":
			finding.Remedy += " Or put COLUMNCOUNTING LENIENT before PROCESS " + f.script.File + " in the script, which ignores cells beyond the header."
		case finding.Code == recognise.CodeOverruled && finding.Field != sumstats.FieldN && f.stated[finding.Field] != finding.Column:
			finding.Level, finding.Message = sumstats.Block, strings.TrimSuffix(finding.Message, recognise.ReadAsStated)
			finding.Remedy = fmt.Sprintf(
				"Correct the columns that the script names before line %d, PROCESS %s, or the file. If the column is right anyway, state it with --map '%s:%s=%s'.",
				f.script.Line,
				f.script.File,
				f.flag,
				finding.Field,
				finding.Column,
			)
		case finding.Code == "row_names":
			finding.Level, finding.Remedy = sumstats.Block, "METAL would leave out all rows, or take the wrong columns with COLUMNCOUNTING LENIENT: name the first column."
		}
		out = append(out, finding)
	}
	return out
}

// measureLists measures λ by the markers in the files of GENOMICCONTROL LIST.
func (c *MetaCmd) measureLists(files []*metaFile, opt meta.Options) error {
	var problems []error
	for _, f := range files {
		if f.script.NullMarkers != "" {
			problems = append(problems, f.measureList(beside(c.MetalScript, f.script.NullMarkers), opt))
		}
	}
	return errors.Join(problems...)
}

// beside resolves a path in a file, relative to that file.
func beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// measureList measures λ by the rows of the markers in a list, one per line. If none is found METAL
// corrects nothing, which is reported.
func (f *metaFile) measureList(list string, opt meta.Options) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return fmt.Errorf("line %d, GENOMICCONTROL LIST: %w", f.script.Line, err)
	}
	rules := f.rules
	rules.Filters = append(slices.Clone(rules.Filters), sumstats.CellFilter{Column: f.marker, Op: sumstats.CellIn, Values: markers(string(text))})
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	options := f.readOptions(opt, nil)
	options.RowRules = rules
	r, err := sumstats.Open(file, options)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	defer func() { _ = r.Close() }()
	meter := meta.NewLambdaMeter(r, &meta.Study{Name: f.name, N: f.n}, opt)
	rows, all := make([]sumstats.Row, 4096), 0
	for err == nil {
		var n int
		n, err = meter.ReadRows(rows)
		all += n
	}
	if !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if all == 0 {
		f.warnings = append(f.warnings, fmt.Sprintf("It has none of the markers of %s, so genomic control corrects nothing, as in METAL.", list))
	}
	f.lambda = max(1, meter.Value())
	return nil
}

// markers returns the names in a list.
func markers(text string) (names []string) {
	for line := range strings.Lines(text) {
		if name := strings.TrimSpace(line); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// inspectScript finds the mapping of the files of a script. METAL joins by name; this program joins
// by position, and by rs number if a file has no positions.
func (c *MetaCmd) inspectScript(files []*metaFile, opt *meta.Options, bar *console.Progress) error {
	if err := c.declareBuild(files); err != nil {
		return err
	}
	err := inspectMeta(files, opt.Key)
	if err == nil || c.Key != "" {
		return err
	}
	if inspectMeta(files, meta.ByRSID) != nil {
		return err // the first question is the better one
	}
	bar.Say("a file has no positions; joining by rs number")
	opt.Key = meta.ByRSID
	return nil
}
