package sumstats

import (
	"bufio"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// SSFMetadata is what the YAML beside a GWAS-SSF table says. Empty values are
// written as null with a remark that a deposit needs them.
type SSFMetadata struct {
	Build                 genome.Build
	TraitDescription      string
	SampleSize            int64
	Cases, Controls       int64 // both 0 when the study is not case-control
	AncestryCategory      string
	GenotypingTechnology  string
	Sex                   string // M, F, combined or NR
	Software              string // analysis software and version; needed when a P is 0
	DataFileName, DataMD5 string
	Sorted, Harmonised    bool
	DateLastModified      string // YYYY-MM-DD
}

// YAML is the metadata document that goes with a GWAS-SSF table.
func (m SSFMetadata) YAML() []byte {
	var b strings.Builder
	text := func(key, value, need string) {
		if value == "" {
			fmt.Fprintf(&b, "%s: null  # %s\n", key, need)
			return
		}
		fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
	}
	const required = "required for a deposit"
	b.WriteString("# Study meta-data\n")
	text("date_metadata_last_modified", m.DateLastModified, required)
	b.WriteString("\n# Genotyping Information\n")
	text("genome_assembly", string(m.Build), required)
	b.WriteString("coordinate_system: 1-based\n")
	text("genotyping_technology", m.GenotypingTechnology, required)
	b.WriteString("\n# Summary Statistic information\n")
	text("data_file_name", m.DataFileName, required)
	b.WriteString("file_type: GWAS-SSF v1.0\n")
	text("data_file_md5sum", m.DataMD5, required)
	fmt.Fprintf(&b, "is_harmonised: %v\nis_sorted: %v\n", m.Harmonised, m.Sorted)
	b.WriteString("\n# Trait Information\n")
	text("trait_description", m.TraitDescription, required)
	b.WriteString("\n# Sample Information\n")
	text("sample_ancestry_category", m.AncestryCategory, required)
	if m.SampleSize > 0 {
		fmt.Fprintf(&b, "sample_size: %d\n", m.SampleSize)
	} else {
		b.WriteString("sample_size: null  # " + required + "\n")
	}
	if m.Cases > 0 || m.Controls > 0 {
		fmt.Fprintf(&b, "case_control_study: true\ncase_count: %d\ncontrol_count: %d\n", m.Cases, m.Controls)
	}
	text("sex", m.Sex, "one of M, F, combined, NR")
	text("analysis_software", m.Software, "required when a P value is 0")
	return []byte(b.String())
}

// Lacking lists the keys that a deposit needs and that are not known.
func (m SSFMetadata) Lacking() []string {
	var keys []string
	for _, k := range []struct {
		key   string
		known bool
	}{
		{"genome_assembly", m.Build != ""}, {"genotyping_technology", m.GenotypingTechnology != ""},
		{"trait_description", m.TraitDescription != ""}, {"sample_ancestry_category", m.AncestryCategory != ""},
		{"sample_size", m.SampleSize > 0},
	} {
		if !k.known {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// Written tells what WriteSSF wrote.
type Written struct {
	Rows   int64
	Sorted bool    // by chromosome and position
	MaxN   float64 // largest sample size; 0 when none is known
	PZero  bool    // some P is 0 and could not be computed

	chromosome genome.Chromosome
	position   int32
}

func (w *Written) see(r *Row) {
	if r.Chromosome < w.chromosome || r.Chromosome == w.chromosome && r.Position < w.position {
		w.Sorted = false
	}
	w.chromosome, w.position = r.Chromosome, r.Position
	if r.N > w.MaxN {
		w.MaxN = r.N
	}
	w.PZero = w.PZero || r.Flags&PUnderflow != 0
	w.Rows++
}

// WriteSSF writes rows as a GWAS-SSF table in the order in which they come.
func WriteSSF(w io.Writer, rows RowReader, d *variant.Dict, cols SSFColumns) (Written, error) {
	out := bufio.NewWriterSize(w, 1<<20)
	done := Written{Sorted: true}
	if _, err := out.Write(SSFHeader(nil, cols)); err != nil {
		return done, fmt.Errorf("write GWAS-SSF: %w", err)
	}
	batch := make([]Row, 4096)
	var line []byte
	for {
		n, err := rows.ReadRows(batch)
		for i := range batch[:n] {
			done.see(&batch[i])
			line = AppendSSF(line[:0], &batch[i], d, cols)
			if _, err := out.Write(line); err != nil {
				return done, fmt.Errorf("write GWAS-SSF: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return done, err
		}
	}
	if err := out.Flush(); err != nil {
		return done, fmt.Errorf("write GWAS-SSF: %w", err)
	}
	return done, nil
}

// MD5Writer passes bytes on and keeps their MD5 sum, which the standard asks for.
type MD5Writer struct {
	w   io.Writer
	sum hash.Hash
}

// NewMD5Writer returns a writer to w.
func NewMD5Writer(w io.Writer) *MD5Writer { return &MD5Writer{w: w, sum: md5.New()} }

// Write writes p to the underlying writer and adds it to the sum.
func (m *MD5Writer) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	_, _ = m.sum.Write(p[:n]) // a hash never fails
	return n, err
}

// Sum is the hexadecimal MD5 sum of what was written.
func (m *MD5Writer) Sum() string { return hex.EncodeToString(m.sum.Sum(nil)) }
