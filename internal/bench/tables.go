package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/pagedata"
)

// tablesLimit is the memory that making a table of ten million rows may take: eight
// bytes of each P for the QQ plot, a row group, and the program.
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

// convertApart makes a table in a process of its own.
func (b *bench) convertApart(path string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	return timed(self, "-table", path, "-o", filepath.Join(b.dir, "table"))
}

// convertTable makes a table of a file, as the job of a server does.
func convertTable(path, out string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	create := func(suffix string) func() (io.WriteCloser, error) {
		return func() (io.WriteCloser, error) { return os.Create(out + suffix) }
	}
	_, err = pagedata.Convert(context.Background(), pagedata.Source{Name: filepath.Base(path), Data: f, Size: info.Size()}, pagedata.Layout{},
		pagedata.Output{Data: create(".parquet"), Overview: create(".json")}, nil)
	return err
}
