package liftover

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // the chain file inside
	"encoding/hex"
	"fmt"
	"io"
	"regexp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
)

//go:embed GRCh37_to_GRCh38.chain.gz
var ensembl []byte

// Source names the chain file that was used.
type Source struct {
	Name    string `json:"name"`
	Maker   string `json:"maker,omitempty"` // UCSC or Ensembl, where that is known
	SHA256  string `json:"sha256"`          // of the file as stored
	Licence string `json:"licence,omitempty"`
	// Inverted reports that the file leads the other way and was read backwards.
	Inverted bool `json:"inverted"`
}

// The makers of chain files.
const (
	UCSC    = "UCSC"
	Ensembl = "Ensembl"
)

// Label returns the name with the maker: "hg19ToHg38 (UCSC)".
func (s Source) Label() string {
	if s.Maker == "" {
		return s.Name
	}
	return s.Name + " (" + s.Maker + ")"
}

// File is a chain file with the facts of where its places come from.
type File struct {
	*Chains
	Source Source
}

// Inside returns the chain file that is part of the program: Ensembl's alignment of GRCh37 and
// GRCh38.
func Inside() *File {
	f, err := ReadFile("GRCh37_to_GRCh38.chain.gz", bytes.NewReader(ensembl))
	if err != nil {
		panic(err) // the file is part of the program and read by its tests
	}
	f.Source.Maker = Ensembl
	f.Source.Licence = "Ensembl data, without restrictions on access or use"
	return f
}

// Reach lists the assemblies that the chain file inside leads to or from b.
func Reach(b genome.Build) []genome.Build {
	switch b {
	case genome.GRCh37:
		return []genome.Build{genome.GRCh38}
	case genome.GRCh38:
		return []genome.Build{genome.GRCh37}
	}
	return nil
}

// ReadFile reads a chain file, compressed by gzip or not, and all of its sum.
func ReadFile(name string, r io.Reader) (*File, error) {
	sum := sha256.New()
	chains, err := Open(io.TeeReader(r, sum))
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(sum, r); err != nil {
		return nil, fmt.Errorf("chain file: %w", err)
	}
	f := &File{Chains: chains, Source: Source{Name: name, SHA256: hex.EncodeToString(sum.Sum(nil))}}
	if ofUCSC(name, chains) {
		f.Source.Maker = UCSC
	}
	return f, nil
}

// ucscName is how UCSC names its chain files: hg19ToHg38.over.chain.gz.
var ucscName = regexp.MustCompile(`^hg[0-9]+ToHg[0-9]+\.over\b`)

// ofUCSC reports whether a chain file is UCSC's. Its spelling of the chromosomes alone is no
// evidence, as other files have it too: the file has the name that UCSC gives it, or leads where
// UCSC's does and Ensembl's does not. rs854692 is there, on chromosome 17 (dbSNP).
func ofUCSC(name string, c *Chains) bool {
	on := map[genome.Build]int32{genome.GRCh37: 34_323_944, genome.GRCh38: 35_996_908}
	if !c.ChrNames {
		return false
	}
	place, why := NewMap(c).Lift(17, on[c.From], 1)
	return ucscName.MatchString(name) || why == Lifted && on[c.From] > 0 && place == Place{Chromosome: 17, Position: on[c.To]}
}

// Other returns the assembly at the other end of the chains; ok is false when they do not touch b.
func (f *File) Other(b genome.Build) (other genome.Build, ok bool) {
	switch b {
	case f.From:
		return f.To, true
	case f.To:
		return f.From, true
	}
	return genome.UnknownBuild, false
}

// Between returns the way from one assembly to the other. A file that leads the other way is read
// backwards; one of other assemblies is a *ChainError.
func (f *File) Between(from, to genome.Build) (*Way, error) {
	source := f.Source
	switch {
	case f.From == from && f.To == to:
		return &Way{Map: NewMap(f.Chains), Source: source}, nil
	case f.From == to && f.To == from:
		source.Inverted = true
		return &Way{Map: NewMap(f.Invert()), Source: source}, nil
	}
	return nil, &ChainError{What: fmt.Sprintf("%s leads from %s to %s; this needs one between %s and %s", source.Name, f.From, f.To, from, to)}
}

// Open reads a chain file as it comes, compressed by gzip or not.
func Open(r io.Reader) (*Chains, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return ReadChains(in)
	}
	z, err := inflate.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("chain file: %w", err)
	}
	return ReadChains(z)
}
