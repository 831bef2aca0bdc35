package sumstatscmd

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// StudyFlags describe how each of several files is read.
type StudyFlags struct {
	Map       []string `sep:"none" placeholder:"FILE:FIELD=COLUMN" help:"Column of a field in one file, to answer a question or correct detection; without FILE: in all files."`
	Yes       bool     `short:"y" help:"Accept the answers marked as likely, and print them."`
	N         []string `name:"n" sep:"none" placeholder:"FILE=N" help:"Sample size of a study whose rows do not state it."`
	Cases     []string `sep:"none" placeholder:"FILE=N" help:"Number of cases of a study."`
	Controls  []string `sep:"none" placeholder:"FILE=N" help:"Number of controls of a study."`
	Scale     []string `sep:"none" placeholder:"FILE=SCALE" help:"Scale of a study's effects, if the file does not state it: log_odds, linear_binary (a linear model of a yes/no trait; converted to log odds with --cases and --controls), units, standardised or log_hazard; without FILE: of all files."`
	ZeroBased []string `sep:"none" placeholder:"FILE" help:"Positions of a file are 0-based, like starts in BED."`
	Missing   []string `sep:"none" placeholder:"FILE=TEXT" help:"Additional missing value in a file, such as -9; without FILE: in all files."`
	Name      []string `sep:"none" placeholder:"FILE=NAME" help:"Name of a study. Default: the name of the file."`
	Build     string   `help:"Genome build of all files: GRCh37 or GRCh38 (hg19, hg38). Default: detected from the positions."`
}

// read collects the files and the facts from the flags.
func (c *StudyFlags) read(paths []string) ([]*metaFile, error) {
	var files []*metaFile
	for _, path := range paths {
		size, err := fileSize(path)
		if err != nil {
			return nil, err
		}
		files = append(files, &metaFile{path: path, size: size, given: sumstats.Mapping{}, flag: filepath.Base(path)})
	}
	for _, f := range files {
		for _, other := range files {
			if f != other && f.flag == filepath.Base(other.path) {
				f.flag = f.path
			}
		}
		f.name = meta.StudyName(f.flag)
	}
	if err := c.assign(files); err != nil {
		return nil, err
	}
	named := map[string]string{}
	for _, f := range files {
		if other, taken := named[f.name]; taken {
			return nil, fmt.Errorf("%s and %s are both study %s: name each file once, and distinguish studies with --name FILE=NAME", other, f.path, f.name)
		}
		named[f.name] = f.path
	}
	return files, nil
}

// assign assigns flags to the files that they name.
func (c *StudyFlags) assign(files []*metaFile) error {
	for _, text := range c.Map {
		chosen, rest := choose(files, text, ":")
		field, column, ok := strings.Cut(rest, "=")
		if !ok || field == "" {
			return fmt.Errorf("--map %s: write FILE:FIELD=COLUMN, with a FILE among the inputs", text)
		}
		for _, f := range chosen {
			f.given[sumstats.Field(field)] = column
		}
	}
	for flag, values := range map[string][]string{"n": c.N, "cases": c.Cases, "controls": c.Controls} {
		for _, text := range values {
			chosen, rest := choose(files, text, "=")
			x, err := strconv.ParseFloat(rest, 64)
			if err != nil || !(x > 0) {
				return fmt.Errorf("--%s %s: write FILE=NUMBER, with a FILE among the inputs and a number above 0", flag, text)
			}
			for _, f := range chosen {
				*map[string]*float64{"n": &f.n, "cases": &f.cases, "controls": &f.controls}[flag] = x
			}
		}
	}
	if err := c.assignConventions(files); err != nil {
		return err
	}
	for _, text := range c.Name {
		chosen, rest := choose(files, text, "=")
		if len(chosen) != 1 || rest == "" {
			return fmt.Errorf("--name %s: write FILE=NAME, with a FILE among the inputs", text)
		}
		chosen[0].name = rest
	}
	return nil
}

// assignConventions assigns the convention flags to files.
func (c *StudyFlags) assignConventions(files []*metaFile) error {
	for _, text := range c.Scale {
		chosen, rest := choose(files, text, "=")
		scale, err := sumstats.ParseScale(rest)
		if err != nil {
			return fmt.Errorf("--scale %s: write FILE=SCALE, with a FILE among the inputs: %w", text, err)
		}
		for _, f := range chosen {
			f.conventions.Scale = scale
		}
	}
	for _, text := range c.ZeroBased {
		chosen, rest := choose(files, text, "")
		if len(chosen) != 1 || rest != "" {
			return fmt.Errorf("--zero-based %s: name a FILE among the inputs", text)
		}
		chosen[0].conventions.ZeroBased = true
	}
	for _, text := range c.Missing {
		chosen, rest := choose(files, text, "=")
		for _, f := range chosen {
			f.conventions.MissingTokens = append(f.conventions.MissingTokens, rest)
		}
	}
	return nil
}

// choose finds the file that text begins with, and returns the text after it; every file and the
// whole text if it names none.
func choose(files []*metaFile, text, separator string) ([]*metaFile, string) {
	for _, f := range files {
		for _, name := range []string{f.path, f.flag} {
			if rest, ok := strings.CutPrefix(text, name+separator); ok {
				return []*metaFile{f}, rest
			}
		}
	}
	return files, text
}

// declareBuild sets the genome build of --build for the files.
func (c *StudyFlags) declareBuild(files []*metaFile) error {
	build, err := DeclaredBuild(c.Build)
	for _, f := range files {
		f.declared = build
	}
	return err
}
