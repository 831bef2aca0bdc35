package sumstatscmd

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// ColumnMap converts --map to answers.
func ColumnMap(flags map[string]string) sumstats.Mapping {
	m := sumstats.Mapping{}
	for field, column := range flags {
		m[sumstats.Field(field)] = column
	}
	return m
}

// LikelyAnswers adds the answers marked likely to those given for a file, for --yes, and prints
// each as its flag. An answer may raise another question, with or without a likely answer.
func LikelyAnswers(w io.Writer, path string, opt recognise.CheckOptions) (sumstats.Mapping, error) {
	if opt.Name == "" {
		opt.Name = filepath.Base(path)
	}
	flag := opt.Flag
	if flag == nil {
		flag = recognise.MapFlag
	}
	answers := sumstats.Mapping{}
	maps.Copy(answers, opt.Map)
	for opt.Map = answers; ; {
		report, err := recognise.Prepare(func() (io.ReadCloser, error) { return os.Open(path) }, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		before := len(answers)
		for _, q := range report.Decision.Open {
			field, column, ok := q.Likely()
			if _, answered := answers[field]; !ok || answered {
				continue
			}
			answers[field] = column
			if _, err := fmt.Fprintf(w, "taken with --yes: %s (%s)\n", flag(field, column), q.Reason()); err != nil {
				return nil, err
			}
		}
		if len(answers) == before {
			return answers, nil
		}
	}
}

// PrintWarnings prints doubts about the reading of a file on standard error.
func PrintWarnings(env *console.Env, path string, report *recognise.CheckReport) {
	for _, f := range report.Warnings() {
		fmt.Fprintf(env.Stderr, "%s: %s\n", path, f)
	}
}
