package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
	"cohortium/internal/gwas/liftover"

	"github.com/klauspost/pgzip"
)

const (
	liftedLimit = 512 << 20 // bytes of memory
	lookupLimit = 150 * time.Millisecond
)

//go:embed bnmapper.py
var bnMapperScript string

func (b *bench) liftArgs(study, out string) []string {
	return []string{"sumstats", "liftover", study, "--from", "GRCh37", "-o", filepath.Join(b.dir, out)}
}

// liftover compares lifting a file to another assembly with packing it again, and its places with
// those of bx-python.
func (b *bench) liftover() error {
	paths, _, err := b.files(1, million)
	if err != nil {
		return err
	}
	c, err := b.compare(
		func() (usage, error) { return timed(b.binary, b.liftArgs(paths[0], "lifted.tsv.gz")...) },
		func() (usage, error) { return repack(paths[0], filepath.Join(b.dir, "repacked.tsv.gz")) },
	)
	if err != nil {
		return err
	}
	b.addRatio("liftover of 1 M rows gz to sorted rows gz, with alleles and strand", "inflating and packing alone, same code and level", c, 3, "≤ 3")
	return b.places(paths[0])
}

// repack inflates a file and packs it again, as the command does for its rows.
func repack(path, out string) (usage, error) {
	start := time.Now()
	in, err := os.Open(path)
	if err != nil {
		return usage{}, err
	}
	defer in.Close()
	text, err := inflate.NewReader(in)
	if err != nil {
		return usage{}, err
	}
	packed, err := os.Create(out)
	if err != nil {
		return usage{}, err
	}
	defer packed.Close()
	z := pgzip.NewWriter(packed)
	if _, err := io.Copy(z, text); err != nil {
		return usage{}, err
	}
	err = z.Close()
	return usage{wall: time.Since(start)}, err
}

func (b *bench) largeLiftover() error {
	paths, _, err := b.files(1, 10*million)
	if err != nil {
		return err
	}
	u, err := timed(b.binary, b.liftArgs(paths[0], "lifted10.tsv.gz")...)
	if err != nil {
		return err
	}
	b.addMemory(fmt.Sprintf("liftover of 10 M rows gz (%s), peak memory", seconds(u.wall)), u.maxRSS, liftedLimit)
	return nil
}

// site is a 1-based position of one base.
type site struct {
	chromosome genome.Chromosome
	position   int32
}

// places times the look-up of a million sorted positions and compares it, and its answers, with
// bnMapper.py by the same chain file. The peer takes half a minute and is measured once: the ratio
// is not close.
func (b *bench) places(study string) error {
	chain, err := b.numberedChain()
	if err != nil {
		return err
	}
	sites, err := readSites(study)
	if err != nil {
		return err
	}
	bed := filepath.Join(b.dir, "sites.bed")
	if err := writeBED(bed, sites); err != nil {
		return err
	}
	theirs := filepath.Join(b.dir, "bnmapper.bed")
	peer, err := timed("/usr/bin/python3", "-c", bnMapperScript, bed, chain, "-f", "BED4", "-v", "silent", "-o", theirs)
	if err != nil {
		return err
	}
	ours, lifted, err := b.lookups(sites)
	if err != nil {
		return err
	}
	differ, err := comparePlaces(theirs, sites, lifted)
	if err != nil {
		return err
	}
	b.add(row{
		what: fmt.Sprintf("look-up of %d sorted positions", len(sites)), ours: seconds(ours), peer: "–",
		ratio: fmt.Sprintf("%.2f", ours.Seconds()/lookupLimit.Seconds()), goal: "≤ " + seconds(lookupLimit), met: ours <= lookupLimit,
	})
	b.add(row{
		what: fmt.Sprintf("the same, %d answers that differ", differ), ours: seconds(ours), peer: "bnMapper.py " + seconds(peer.wall),
		ratio: fmt.Sprintf("%.4f", ours.Seconds()/peer.wall.Seconds()), goal: "≤ 1, none differ", met: ours <= peer.wall && differ == 0,
	})
	return nil
}

// numberedChain returns the chain file inside the program as plain text for bnMapper.py, which uses
// the number of a chain as its name: Ensembl uses one number for several.
func (b *bench) numberedChain() (path string, err error) {
	const source = "internal/gwas/liftover/GRCh37_to_GRCh38.chain.gz"
	path = filepath.Join(b.dir, "numbered.chain")
	script := fmt.Sprintf(`gzip -dc %q | awk '/^chain/ { $13 = ++n } 1' > %q`, source, path)
	return path, exec.Command("sh", "-c", script).Run()
}

// readSites reads chromosome and position, the first two columns of a study.
func readSites(study string) ([]site, error) {
	file, err := os.Open(study)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := inflate.NewReader(file)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(text)
	lines.Scan()
	var sites []site
	for lines.Scan() {
		s := site{}
		if _, err := fmt.Sscan(lines.Text(), &s.chromosome, &s.position); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", study, lines.Text(), err)
		}
		sites = append(sites, s)
	}
	return sites, lines.Err()
}

// writeBED names each position by its index in sites.
func writeBED(path string, sites []site) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for i, s := range sites {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", s.chromosome, s.position-1, s.position, i)
	}
	return w.Flush()
}

// answer is the result for one site.
type answer struct {
	liftover.Place
	why liftover.Reason
}

// lookups lifts all sites several times, after one uncounted time, and returns the median.
func (b *bench) lookups(sites []site) (time.Duration, []answer, error) {
	way, err := liftover.Inside().Between(genome.GRCh37, genome.GRCh38)
	if err != nil {
		return 0, nil, err
	}
	out := make([]answer, len(sites))
	var times []time.Duration
	for i := range b.runs + 1 {
		start := time.Now()
		l := liftover.NewLookup(way.Map)
		for i, s := range sites {
			out[i].Place, out[i].why = l.Lift(s.chromosome, s.position, 1)
		}
		if i > 0 {
			times = append(times, time.Since(start))
		}
	}
	return median(times), out, nil
}

// comparePlaces counts the sites that bnMapper.py lifts elsewhere. It knows no strand, so only
// places are compared; places on contigs, which it lists and liftover rejects, do not count.
func comparePlaces(path string, sites []site, ours []answer) (differ int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	theirs := make([]answer, len(sites))
	for i := range theirs {
		theirs[i].why = liftover.Unmapped
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var name string
		var start, end int32
		var i int
		if _, err := fmt.Sscan(lines.Text(), &name, &start, &end, &i); err != nil {
			return 0, fmt.Errorf("%s: %q: %w", path, lines.Text(), err)
		}
		c, ok := genome.ParseChromosome([]byte(name))
		theirs[i] = answer{Place: liftover.Place{Chromosome: c, Position: end}}
		switch {
		case !ok:
			theirs[i] = answer{why: liftover.OffChromosomes}
		case c != sites[i].chromosome:
			theirs[i] = answer{why: liftover.OtherChromosome}
		}
	}
	for i, a := range ours {
		a.Reversed = false
		if a != theirs[i] {
			differ++
		}
	}
	return differ, lines.Err()
}
