package qc

import (
	"context"
	"io"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/guard"
)

// broken panics on the first read or write.
type broken struct{}

func (broken) Read([]byte) (int, error)  { panic("the pipe burst") }
func (broken) Write([]byte) (int, error) { panic("the pipe burst") }
func (broken) Close() error              { return nil }

// brokenOutput is an output whose writer panics for one name.
type brokenOutput struct {
	Output
	name string
}

func (o brokenOutput) Create(name string) (io.WriteCloser, error) {
	if name == o.name {
		return broken{}, nil
	}
	return o.Output.Create(name)
}

// TestPanicsAreErrors wants a panic of every goroutine that QC starts as its error:
// of reading the study or the panel, and of each writer.
func TestPanicsAreErrors(t *testing.T) {
	p := newPlanted(2)
	p.plant(2)
	study, panel := opener(p.study()), opener(p.vcf())
	later := func() (io.ReadCloser, error) { // the inspection is enough with the first rows
		return io.NopCloser(io.MultiReader(strings.NewReader(p.study()), broken{})), nil
	}
	in := Input{Name: "study.tsv", Open: study, Panel: &Panel{Name: "panel.vcf", Open: panel}}
	brokenStudy, brokenPanel := in, in
	brokenStudy.Open = later
	brokenPanel.Panel = &Panel{Name: "panel.vcf", Open: func() (io.ReadCloser, error) { return broken{}, nil }}
	tests := map[string]struct {
		in  Input
		out Output
	}{
		"study": {brokenStudy, newMemory()},
		"panel": {brokenPanel, newMemory()},
	}
	for _, name := range []string{FileClean, FileColumnar, FileExcluded} {
		tests[name] = struct {
			in  Input
			out Output
		}{in, brokenOutput{newMemory(), name}}
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := guard.Do(func() error {
				_, err := Run(context.Background(), tt.in, NewOptions(genome.GRCh37), tt.out, nil)
				return err
			})
			if !guard.Panicked(err) || !strings.Contains(err.Error(), "the pipe burst") {
				t.Errorf("error %v", err)
			}
		})
	}
}
