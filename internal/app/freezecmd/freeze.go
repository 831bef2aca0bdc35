// Package freezecmd plans and runs a freeze on local files. A job of a freeze is a run of `sumstats
// meta`, so every file of a cell is the one that this command writes from the same inputs.
package freezecmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/phrase"
)

// FreezeCmd groups the commands of a freeze.
type FreezeCmd struct {
	Plan PlanCmd `cmd:"" help:"Print what each cell of a freeze contains and lacks, and what it costs."`
	Run  RunCmd  `cmd:"" help:"Run a freeze, or continue it."`
}

// source is the document of a freeze and how its files are read.
type source struct {
	File    string `arg:"" name:"file" type:"existingfile" placeholder:"FILE.yaml" help:"Document of the freeze. Files in it are relative to it."`
	Workers int    `default:"0" help:"CPU cores to use; 0 for all. The result does not depend on it."`
	Memory  int64  `default:"384" placeholder:"MIB" help:"Memory for sorting unsorted files."`
}

// PlanCmd is `freeze plan`.
type PlanCmd struct {
	source
	Out  string `short:"o" type:"path" placeholder:"DIR" help:"Folder of the freeze. Findings about its files are kept there and used again."`
	JSON bool   `name:"json" help:"Print the plan as JSON."`
}

// Help is shown above the flags.
func (c *PlanCmd) Help() string {
	return `Every file is read once. Duplicates, shared participants, different units and builds, swapped alleles and frequencies that
contradict the declared ancestry block a cell, with the reason. Cells with too few studies are not made. docs/freezes.md
describes the document.

Status: 0 no cell is blocked; 1 a cell is blocked; 2 usage, or a mistake in the document.`
}

// Run prints the plan.
func (c *PlanCmd) Run(env *console.Env) error {
	r, err := c.open(env, c.Out)
	if err != nil {
		return console.Unusable(err)
	}
	if err := r.survey(); err != nil {
		return console.Unusable(err)
	}
	if c.JSON {
		e := json.NewEncoder(env.Stdout)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(r.plan)
	} else {
		err = printPlan(env.Stdout, r.doc, r.plan)
	}
	if err == nil && slices.ContainsFunc(r.plan.Cells, func(c *freeze.Cell) bool { return c.Status == freeze.Blocked }) {
		return console.ErrFindings
	}
	return err
}

// runner is one freeze at work.
type runner struct {
	source
	env   *console.Env
	bar   *console.Progress
	dir   string // "" for a plan without a folder
	doc   *freeze.Document
	facts []freeze.Fact
	plan  *freeze.Plan
}

func (s source) open(env *console.Env, dir string) (*runner, error) {
	text, err := os.ReadFile(s.File)
	if err != nil {
		return nil, err
	}
	doc, err := freeze.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a freeze:\n%w", s.File, err)
	}
	return &runner{source: s, env: env, bar: &console.Progress{Env: env}, dir: dir, doc: doc}, nil
}

// path returns the path of a file of the document.
func (s source) path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(s.File), file)
}

// command returns the run of some studies as `sumstats meta` would be called.
func (s source) command(studies []*freeze.Study, out string, build genome.Build) *sumstatscmd.MetaCmd {
	c := &sumstatscmd.MetaCmd{Out: out, Figures: true, Workers: s.Workers, Memory: s.Memory}
	c.Build = string(build)
	number := func(list *[]string, path string, x float64) {
		if x > 0 {
			*list = append(*list, fmt.Sprintf("%s=%.15g", path, x))
		}
	}
	for _, study := range studies {
		path := s.path(study.File)
		c.Files = append(c.Files, path)
		c.Name = append(c.Name, path+"="+study.Cohort)
		if study.Ancestry != "" {
			c.Ancestry = append(c.Ancestry, path+"="+study.Ancestry)
		}
		number(&c.N, path, study.N)
		number(&c.Cases, path, study.Cases)
		number(&c.Controls, path, study.Controls)
		if study.Scale != "" {
			c.Scale = append(c.Scale, path+"="+study.Scale)
		}
		for field, column := range study.Map {
			c.Map = append(c.Map, path+":"+field+"="+column)
		}
	}
	return c
}

// printPlan prints the matrix, the findings and the cost.
func printPlan(w io.Writer, d *freeze.Document, p *freeze.Plan) error {
	fmt.Fprintf(w, "%s, version %s\n\n", d.Name, d.Version)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "phenotype\tsex\t"+strings.Join(p.Ancestries, "\t"))
	of := map[string]*freeze.Cell{}
	var seconds, bytes float64
	var made, jobs, blocked int64
	for _, c := range p.Cells {
		of[c.Name()] = c
		if c.Made() {
			made++
			jobs += int64(len(c.Jobs))
			seconds, bytes = seconds+c.Seconds, bytes+c.Bytes
		}
		if c.Status == freeze.Blocked {
			blocked++
		}
	}
	for _, phenotype := range p.Phenotypes {
		for _, sex := range p.Sexes {
			fmt.Fprintf(t, "%s\t%s", phenotype, sex)
			for _, ancestry := range p.Ancestries {
				fmt.Fprintf(t, "\t%s", cellText(of[phenotype+"/"+ancestry+"/"+sex]))
			}
			fmt.Fprintln(t)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, c := range p.Cells {
		for _, l := range c.Lacks {
			if c.Status != freeze.Short {
				fmt.Fprintf(w, "\n%s: %s: %s", map[bool]string{true: "Blocked", false: "Warning"}[l.Blocks], c.Name(), l.Sentence)
			}
		}
		for _, l := range c.LeftOut {
			fmt.Fprintf(w, "\nLeft out: %s of %s: %s", l.Cohort, c.Name(), l.Reason)
		}
	}
	_, err := fmt.Fprintf(w, "\n\n%s in %s, %d blocked. Estimated: %s, %s.\n", phrase.Counted(jobs, "run", "runs"),
		phrase.Counted(made, "cell", "cells"), blocked, duration(seconds), size(bytes))
	return err
}

// cellText is a cell of the matrix.
func cellText(c *freeze.Cell) string {
	text := phrase.Counted(int64(len(c.Cohorts)), "study", "studies")
	switch c.Status {
	case freeze.Short:
		return text + ", " + c.Lacks[0].Sentence
	case freeze.Skipped:
		return text + ", skipped"
	case freeze.Blocked:
		return text + ", blocked"
	case freeze.Warned:
		return text + ", warning"
	}
	return text
}

func duration(seconds float64) string {
	if seconds < 90 {
		return fmt.Sprintf("%.0f s", seconds)
	}
	return fmt.Sprintf("%.0f min", seconds/60)
}

func size(bytes float64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.1f MB", bytes/1e6)
	}
	return fmt.Sprintf("%.2f GB", bytes/1e9)
}
