package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/recognise"
)

// InspectCmd is `sumstats inspect`.
type InspectCmd struct {
	File  string `arg:"" help:"Summary statistics in any format." type:"existingfile"`
	Rows  int    `default:"10000" help:"Number of rows to read from the beginning."`
	Whole bool   `help:"Read the whole file: count its rows and sample every part."`
}

// Run prints the recognised format and suggested mapping as JSON.
func (c *InspectCmd) Run(env *console.Env) error {
	file, err := os.Open(c.File)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { _ = file.Close() }()
	in, err := recognise.Inspect(recognise.Source{Name: filepath.Base(c.File), Reader: file}, recognise.InspectOptions{Rows: c.Rows, Whole: c.Whole})
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	out := json.NewEncoder(env.Stdout)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(in)
}
