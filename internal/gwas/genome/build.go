package genome

import "strings"

// Chromosome lengths in bases, in the order of the codes (GRC and NCBI; MT is the rCRS from GRCh37 on).
var (
	lengths36 = [MaxChromosome + 1]int32{0,
		247249719, 242951149, 199501827, 191273063, 180857866, 170899992, 158821424, 146274826,
		140273252, 135374737, 134452384, 132349534, 114142980, 106368585, 100338915, 88827254,
		78774742, 76117153, 63811651, 62435964, 46944323, 49691432, 154913754, 57772954, 16571}
	lengths37 = [MaxChromosome + 1]int32{0,
		249250621, 243199373, 198022430, 191154276, 180915260, 171115067, 159138663, 146364022,
		141213431, 135534747, 135006516, 133851895, 115169878, 107349540, 102531392, 90354753,
		81195210, 78077248, 59128983, 63025520, 48129895, 51304566, 155270560, 59373566, 16569}
	lengths38 = [MaxChromosome + 1]int32{0,
		248956422, 242193529, 198295559, 190214555, 181538259, 170805979, 159345973, 145138636,
		138394717, 133797422, 135086622, 133275309, 114364328, 107043718, 101991189, 90338345,
		83257441, 80373285, 58617616, 64444167, 46709983, 50818468, 156040895, 57227415, 16569}
)

// Length returns the number of bases of c on build b; 0 when either is unknown. MT of NCBI36 is the
// older sequence that UCSC's hg18 and hg19 have.
func (c Chromosome) Length(b Build) int32 {
	if c > MaxChromosome {
		return 0
	}
	switch b {
	case NCBI36:
		return lengths36[c]
	case GRCh37:
		return lengths37[c]
	case GRCh38:
		return lengths38[c]
	}
	return 0
}

// Label returns the build as people read it, such as GRCh37 (hg19); "unknown" when it is not known.
func (b Build) Label() string {
	switch b {
	case NCBI36:
		return "NCBI36 (hg18)"
	case GRCh37:
		return "GRCh37 (hg19)"
	case GRCh38:
		return "GRCh38 (hg38)"
	}
	return "unknown"
}

// ParseBuild reads the names in use for an assembly: GRCh37, hg19, b37, 37,
// build37, NCBI37; GRCh38, hg38, b38, 38; NCBI36, hg18, b36. Case, blanks,
// dashes, underscores and a patch level (GRCh38.p14) do not matter.
func ParseBuild(name string) (Build, bool) {
	s := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '_':
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name)))
	if i := strings.Index(s, ".p"); i > 0 {
		s = s[:i]
	}
	switch s {
	case "hg19", "hs37", "hs37d5":
		return GRCh37, true
	case "hg38", "hs38":
		return GRCh38, true
	case "hg18":
		return NCBI36, true
	}
	for _, prefix := range []string{"grch", "ncbi", "build", "b", ""} {
		rest, ok := strings.CutPrefix(s, prefix)
		if !ok {
			continue
		}
		switch rest {
		case "37":
			return GRCh37, true
		case "38":
			return GRCh38, true
		case "36":
			return NCBI36, true
		}
	}
	return UnknownBuild, false
}
