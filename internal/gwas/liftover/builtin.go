package liftover

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // the chain file inside
	"encoding/hex"
	"fmt"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
)

//go:embed GRCh37_to_GRCh38.chain.gz
var ensembl []byte

// Source names the chain file that was used.
type Source struct {
	Name    string `json:"name"`
	SHA256  string `json:"sha256"` // of the file as stored
	Licence string `json:"licence"`
	// Inverted: the file leads the other way and was read backwards.
	Inverted bool `json:"inverted"`
}

// Builtin is the map between GRCh37 and GRCh38 that is inside, in either direction:
// Ensembl's alignment of the two assemblies. ok is false for other assemblies.
func Builtin(from, to genome.Build) (m *Map, s Source, ok bool) {
	inverted := from == genome.GRCh38 && to == genome.GRCh37
	if !inverted && (from != genome.GRCh37 || to != genome.GRCh38) {
		return nil, s, false
	}
	chains, err := Open(bytes.NewReader(ensembl))
	if err != nil {
		panic(err) // the file is part of the program and read by its tests
	}
	sum := sha256.Sum256(ensembl)
	s = Source{Name: "GRCh37_to_GRCh38.chain.gz (Ensembl)", SHA256: hex.EncodeToString(sum[:]), Inverted: inverted,
		Licence: "Ensembl data, without restrictions on access or use"}
	if inverted {
		chains = chains.Invert()
	}
	return NewMap(chains), s, true
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
