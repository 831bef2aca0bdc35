package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// columnMap is --map as answers.
func columnMap(flags map[string]string) sumstats.Mapping {
	m := sumstats.Mapping{}
	for field, column := range flags {
		m[sumstats.Field(field)] = column
	}
	return m
}

// likelyAnswers adds to the answers given for a file those that are marked likely,
// for --yes, and prints each as the flag that it stands for.
func likelyAnswers(w io.Writer, path string, opt recognise.CheckOptions) (sumstats.Mapping, error) {
	if opt.Name == "" {
		opt.Name = filepath.Base(path)
	}
	report, err := recognise.Prepare(func() (io.ReadCloser, error) { return os.Open(path) }, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	flag := opt.Flag
	if flag == nil {
		flag = recognise.MapFlag
	}
	answers := columnMap(nil)
	for field, column := range opt.Map {
		answers[field] = column
	}
	for _, q := range report.Decision.Open {
		field, column, ok := q.Likely()
		if !ok {
			continue
		}
		answers[field] = column
		if _, err := fmt.Fprintf(w, "taken with --yes: %s (%s)\n", flag(field, column), q.Reason()); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
