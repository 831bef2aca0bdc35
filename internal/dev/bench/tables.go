package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/pagedata"
)

// tablesLimit is the memory limit for making a table of ten million rows: eight bytes of each P for
// the QQ plot, a row group, and the program.
const tablesLimit = 512 << 20

// tables compares making the table of a page of a million rows with inflating them.
func (b *bench) tables() error {
	paths, _, err := b.files(1, million)
	if err != nil {
		return err
	}
	c, err := b.compare(
		func() (usage, error) { return b.convertApart(paths[0]) },
		func() (usage, error) { return timed("gzip", "-dc", paths[0]) },
	)
	if err != nil {
		return err
	}
	b.addRatio("table of a page, 1 M rows gz, with its plots", "gzip -dc of the input", c, 6, "≤ 6")
	b.addMemory("the same, peak memory", c.maxRSS, tablesLimit)
	return nil
}

func (b *bench) largeTables() error {
	paths, _, err := b.files(1, 10*million)
	if err != nil {
		return err
	}
	u, err := b.convertApart(paths[0])
	if err != nil {
		return err
	}
	b.addMemory(fmt.Sprintf("table of a page, 10 M rows gz (%s), peak memory", seconds(u.wall)), u.maxRSS, tablesLimit)
	return nil
}

// convertApart makes a table in a separate process.
func (b *bench) convertApart(path string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	return timed(self, "-table", path, "-o", filepath.Join(b.dir, "table"))
}

// convertTable makes a table of a file, as the job of a server does.
func convertTable(path, out string) (*pagedata.Summary, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	create := func(suffix string) func() (io.WriteCloser, error) {
		return func() (io.WriteCloser, error) { return os.Create(out + suffix) }
	}
	return pagedata.Convert(context.Background(), pagedata.Source{Name: filepath.Base(path), Data: f, Size: info.Size()}, pagedata.Layout{},
		pagedata.Output{Data: create(".parquet"), Overview: create(".json")}, nil)
}

// pageTable makes the table of a page of a study of about rows rows, and prints its content, for
// the benchmark of pages; an existing one stays.
func pageTable(rows int, out string) error {
	metadata := out + ".table.json"
	if _, err := os.Stat(metadata); err == nil {
		return nil
	}
	b := &bench{dir: filepath.Dir(out)}
	paths, _, err := b.files(1, rows)
	if err != nil {
		return err
	}
	summary, err := convertTable(paths[0], out)
	if err != nil {
		return err
	}
	info, err := os.Stat(out + ".parquet")
	if err != nil {
		return err
	}
	text, err := json.Marshal(struct {
		*pagedata.Summary
		Bytes int64 `json:"bytes"`
	}{summary, info.Size()})
	if err != nil {
		return err
	}
	return os.WriteFile(metadata, text, 0o600)
}
