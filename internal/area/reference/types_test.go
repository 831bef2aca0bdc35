package reference_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/recomb"
)

// Genes at their places in GENCODE: release 25 on GRCh38, release 36 lifted back to GRCh37.
const (
	genes38 = `##description: evidence-based annotation of the human genome (GRCh38), version 25
chr6	HAVANA	gene	160531484	160664259	.	-	.	gene_id "ENSG00000198670.11"; gene_type "protein_coding"; gene_name "LPA";
chr4	HAVANA	gene	110617424	110642123	.	-	.	gene_id "ENSG00000164093.15"; gene_type "protein_coding"; gene_name "PITX2";
chr4	HAVANA	exon	110621110	110621420	.	-	.	gene_id "ENSG00000164093.15"; transcript_id "a"; tag "basic"; tag "Ensembl_canonical";
chr4	HAVANA	exon	110617424	110618000	.	-	.	gene_id "ENSG00000164093.15"; transcript_id "a"; tag "Ensembl_canonical";
chr4	HAVANA	exon	110617424	110617500	.	-	.	gene_id "ENSG00000164093.15"; transcript_id "b"; tag "basic";
chr7	HAVANA	gene	150944962	150978315	.	-	.	gene_id "ENSG00000055118.14"; gene_type "protein_coding"; gene_name "KCNH2";
chr19	HAVANA	gene	44905755	44909393	.	+	.	gene_id "ENSG00000130203.9"; gene_type "protein_coding"; gene_name "APOE";
chr19	HAVANA	gene	11089363	11133816	.	+	.	gene_id "ENSG00000130164.13"; gene_type "protein_coding"; gene_name "LDLR";
chr1	HAVANA	gene	55039549	55064852	.	+	.	gene_id "ENSG00000169174.10"; gene_type "protein_coding"; gene_name "PCSK9";
chr1	HAVANA	gene	55039549	55064852	.	+	.	gene_id "ENSG00000000001.10"; gene_type "lncRNA"; gene_name "NONE";
`
	genes37 = `1	x	gene	55505121	55530525	.	+	.	gene_id "ENSG00000169174"; gene_biotype "protein_coding"; gene_name "PCSK9";
6	x	gene	160952515	161085307	.	-	.	gene_id "ENSG00000198670"; gene_biotype "protein_coding"; gene_name "LPA";
4	x	gene	111538580	111563279	.	-	.	gene_id "ENSG00000164093"; gene_biotype "protein_coding"; gene_name "PITX2";
7	x	gene	150642050	150675409	.	-	.	gene_id "ENSG00000055118"; gene_biotype "protein_coding"; gene_name "KCNH2";
19	x	gene	45409049	45412650	.	+	.	gene_id "ENSG00000130203"; gene_biotype "protein_coding"; gene_name "APOE";
`
	few  = "# genome_build: GRCh38\n# licence: CC0\nONE\tENSG1\t1\t100\t200\t+\tUNO\t0+10\n"
	rate = "Chromosome\tPosition(bp)\tRate(cM/Mb)\tMap(cM)\nchr1\t55550\t2.981822\t0\nchr1\t82571\t2.082414\t0.080572\nchr1\t88169\t0\t0.092229\n"
	// The last point of HapMap's map of chromosome 1 on GRCh37 is past the end of GRCh38.
	rate37 = "chr position COMBINED_rate(cM/Mb) Genetic_Map(cM)\n1 249210707 0 286.273517\n1 249218992 0.7 286.279234\n"
	pairs  = " CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n 1 761732 rs2286139 1 785989 rs2980300 0.5\n 1 785989 rs2980300 1 861808 rs13302982 0.25\n" +
		" 1 861808 rs13302982 1 863124 rs4040604 0.9\n 1 863124 rs4040604 1 894573 rs13303010 0.1\n 1 894573 rs13303010 1 894600 rs7 0.1\n"
	people = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n1\t100\trs1\tA\tG\t.\t.\t.\tGT\t0|1\t0|0\n1\t200\trs2\tA\tG\t.\t.\t.\tGT\t0|1\t1|0\n"
	scores = "CHR SNP BP L2\n1 rs2286139 761732 1.5\n1 rs2980300 785989 1.5\n1 rs13302982 861808 2\n1 rs4040604 863124 1\n1 rs13303010 894573 1\n"
	// The five variants of known37, as dbSNP's VCF names them.
	numbers = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\nNC_000001.10\t761732\trs2286139\tC\tT\t.\t.\t.\nNC_000001.10\t785989\trs2980300\tT\tC\t.\t.\t.\n" +
		"NC_000001.10\t861808\trs13302982\tA\tG\t.\t.\t.\nNC_000001.10\t863124\trs4040604\tG\tT\t.\t.\t.\nNC_000001.10\t894573\trs13303010\tG\tA\t.\t.\t.\n"
	loci = "PUBMEDID\tDISEASE/TRAIT\tCHR_ID\tCHR_POS\tSNPS\tP-VALUE\n17603472\tAtrial fibrillation\t4\t110789013\trs2200733\t3E-41\n5\tHeight\t1\t826352\trs2286139\t1E-9\n"
)

func TestAddEachType(t *testing.T) {
	for name, tt := range map[string]struct {
		file, text string
		say, want  reference.Note // of the expected note, name, sum and time are the same for all
		there      string
	}{
		"an annotation": {"gencode.gtf", genes38, reference.Note{Type: reference.Genes, Licence: "EMBL-EBI terms"},
			reference.Note{Build: "GRCh38", File: "gencode.genes.gz", Licence: "EMBL-EBI terms", Rows: 6}, "gencode.genes.gz gencode.json"},
		"an annotation that states no build": {"ens.gtf", genes37, reference.Note{Type: reference.Genes},
			reference.Note{Build: "GRCh37", File: "ens.genes.gz", Rows: 5}, "ens.genes.gz ens.json"},
		"a list of the program's form": {"few.txt", few, reference.Note{Type: reference.Genes},
			reference.Note{Build: "GRCh38", File: "few.genes.gz", Licence: "CC0", Rows: 1}, "few.genes.gz few.json"},
		"a map": {"hapmap.txt", rate, reference.Note{Type: reference.Recombination, Build: "hg19"},
			reference.Note{Build: "GRCh37", File: "hapmap.map.gz", Rows: 3}, "hapmap.json hapmap.map.gz"},
		"a map that only one assembly holds": {"m.txt", rate37, reference.Note{Type: reference.Recombination},
			reference.Note{Build: "GRCh37", File: "m.map.gz", Rows: 2}, "m.json m.map.gz"},
		"pairs": {"eur.ld", pairs, reference.Note{Type: reference.LD, Ancestry: "eur"},
			reference.Note{Build: "GRCh37", File: "eur.ld.gz", Rows: 5, Ancestry: "EUR", Holds: ld.Pairs}, "eur.json eur.ld.gz eur.ld.gz.tbi"},
		"genotypes": {"eur.vcf", people, reference.Note{Type: reference.LD, Ancestry: "EUR", Build: "hg38"},
			reference.Note{Build: "GRCh38", File: "eur.ld.gz", Rows: 2, Ancestry: "EUR", Holds: ld.Genotypes, People: 2}, "eur.json eur.ld.gz eur.ld.gz.tbi"},
		"scores": {"eur.l2.ldscore", scores, reference.Note{Type: reference.LDScores, Ancestry: "EUR"},
			reference.Note{Build: "GRCh37", File: "eur.l2.ldscore", Rows: 5, Ancestry: "EUR"}, "eur.json eur.l2.ldscore"},
		"rs numbers": {"dbsnp.vcf", numbers, reference.Note{Type: reference.RSNumbers},
			reference.Note{Build: "GRCh37", File: "dbsnp.rst", Rows: 5}, "dbsnp.json dbsnp.rst"},
		"known loci": {"catalog.tsv", loci, reference.Note{Type: reference.Loci, Build: "hg38"},
			reference.Note{Build: "GRCh38", File: "catalog.tsv", Rows: 2}, "catalog.json catalog.tsv"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := open(dir)
			got, err := r.Add(t.Context(), write(t, filepath.Join(dir, "in", tt.file), tt.text), tt.say)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Type, tt.want.SHA256, tt.want.Added = tt.say.Type, sum(tt.text), today.Truncate(time.Second)
			tt.want.Name, _, _ = strings.Cut(tt.file, ".")
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Error(diff)
			}
			folder := string(tt.say.Type)
			if there := strings.Join(files(t, dir, folder), " "); there != tt.there {
				t.Errorf("%s", there)
			}
			if _, err := r.Remove(t.Context(), got.Name); err != nil || len(files(t, dir, folder)) > 0 {
				t.Errorf("removed: %v, %v", err, files(t, dir, folder))
			}
		})
	}
}

func TestEachTypeRefuses(t *testing.T) {
	eur := func(n reference.Note) reference.Note { n.Ancestry = "EUR"; return n }
	for name, tt := range map[string]struct {
		text string
		say  reference.Note
		want string
	}{
		"genes of the wrong build":       {genes37, reference.Note{Type: reference.Genes, Build: "hg38"}, "--build is GRCh38, but the file is on GRCh37. Correct --build or leave it out. Of 5 genes whose places are known, 5 lie where they are on GRCh37 (hg19) and 0"},
		"genes that say another build":   {strings.Replace(genes38, "(GRCh38)", "(GRCh37)", 1), reference.Note{Type: reference.Genes}, "it states GRCh37, but its genes do not match"},
		"genes that do not tell":         {"1\tx\tgene\t1\t5\t.\t+\t.\tgene_id \"E\"; gene_type \"protein_coding\"\n", reference.Note{Type: reference.Genes}, "Only 0 of its genes can be compared with known places. Name it with --build"},
		"genes past the end":             {"1\tx\tgene\t248956400\t248956423\t.\t+\t.\tgene_id \"E\"; gene_type \"protein_coding\"\n", reference.Note{Type: reference.Genes, Build: "hg38"}, "the file has position 248,956,423 of chromosome 1, which ends at 248,956,422 there"},
		"no genes":                       {"rs1\t2\n", reference.Note{Type: reference.Genes}, "line 1: it is not a list of genes"},
		"a damaged gene":                 {strings.Replace(genes38, "44905755", "x", 1), reference.Note{Type: reference.Genes}, "line 8: x to 44909393 is not a stretch"},
		"a map of the wrong build":       {rate37, reference.Note{Type: reference.Recombination, Build: "hg38"}, "--build is GRCh38, but the file has position 249,218,992 of chromosome 1, which ends at 248,956,422 there"},
		"a map that does not tell":       {rate, reference.Note{Type: reference.Recombination}, "its positions do not show the genome build"},
		"a map on NCBI36":                {rate, reference.Note{Type: reference.Recombination, Build: "hg18"}, "it is on NCBI36 (hg18)"},
		"pairs of nobody":                {pairs, reference.Note{Type: reference.LD}, "name the ancestry that the people are of with --ancestry"},
		"pairs of the wrong build":       {pairs, eur(reference.Note{Type: reference.LD, Build: "hg38"}), "--build is GRCh38, but the file is on GRCh37"},
		"no pairs":                       {rate, eur(reference.Note{Type: reference.LD}), "line 1: The header names no pairs"},
		"scores of the wrong build":      {scores, eur(reference.Note{Type: reference.LDScores, Build: "hg38"}), "but the file is on GRCh37"},
		"rs numbers of the wrong build":  {numbers, reference.Note{Type: reference.RSNumbers, Build: "hg38"}, "but the file is on GRCh37"},
		"rs numbers without positions":   {"rsid\tref\nrs1\tA\n", reference.Note{Type: reference.RSNumbers, Build: "hg38"}, "The header does not name rs number, chromosome and position."},
		"no rs numbers":                  {"rsid\tchr\tpos\nx\t1\t5\n", reference.Note{Type: reference.RSNumbers, Build: "hg38"}, "none of its lines has an rs number with chromosome and position"},
		"known loci of the wrong build":  {loci, reference.Note{Type: reference.Loci, Build: "hg19"}, "--build is GRCh37, but the file is on GRCh38"},
		"known loci past the end":        {strings.Replace(loci, "826352", "248956423", 1), reference.Note{Type: reference.Loci}, "position 248,956,423 of chromosome 1"},
		"a table that is no known locus": {rate, reference.Note{Type: reference.Loci}, "line 1: This is not a file of associations"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := open(dir).Add(t.Context(), write(t, filepath.Join(dir, "new"), tt.text), tt.say)
			if !errors.As(err, new(*reference.RefusedError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
			if there := files(t, dir, string(tt.say.Type)); len(there) > 0 {
				t.Errorf("%v", there)
			}
		})
	}
}

// A sentence names fields on the page and flags where a command was given, and no command appears
// on the page.
func TestSentencesFitTheirReader(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "old.chain"), hg19To38), reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		text          string
		say           reference.Note
		command, page string
	}{
		"a way that is there": {hg19To38, reference.Note{Type: reference.Chain},
			"old leads from GRCh37 to GRCh38 already. Remove it first (cohortium reference remove old).",
			"Old leads from GRCh37 to GRCh38 already. Remove old first."},
		"a name that is there": {rate, reference.Note{Type: reference.Recombination, Name: "OLD"},
			"OLD is installed already. Remove it first (cohortium reference remove OLD), or choose another name with --name.",
			"OLD is installed already. Remove OLD first, or choose another name with the field Name."},
		"a column": {panel(known37, "0.5"), reference.Note{Type: reference.Panel, Ancestry: "EUR", Column: "AFR"},
			"The flag is --column.", "Name it in the field Column."},
		"a text that holds a flag": {"PUBMEDID\tDISEASE/TRAIT\tCHR_ID\tCHR_POS\tSNPS\tP-VALUE\n1\tT\t1\t5\trs1\tx --name y\n1\tT\t1\t5\trs1\t1\n", reference.Note{Type: reference.Loci},
			`line 2: "x --name y" is not a P value.`, `Line 2: "x --name y" is not a P value.`},
	} {
		_, err := r.Add(t.Context(), write(t, filepath.Join(dir, "new"), tt.text), tt.say)
		var no *reference.RefusedError
		if !errors.As(err, &no) || !strings.Contains(no.Error(), tt.command) || !strings.Contains(no.ForPage(), tt.page) {
			t.Errorf("%s: %v\n%s", name, err, no.ForPage())
		}
	}
}

// The last installed file is used; built-in genes where none are installed.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	moment := today
	r := reference.Open(dir, func() time.Time { moment = moment.Add(time.Minute); return moment })
	add := func(name, text string, n reference.Note) {
		t.Helper()
		n.Name = name
		if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "in", "genetic_map_chr1.txt"), text), n); err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	list, used, err := r.Genes(ctx, genome.GRCh38)
	if err != nil || !used.Inside || used.Licence != "CC0-1.0" || len(list.Find("PITX2")) != 1 || list.Len() < 19_000 {
		t.Errorf("inside: %+v, %v", used, err)
	}
	if _, _, err := r.Genes(ctx, genome.NCBI36); !errors.Is(err, reference.ErrNone) {
		t.Error(err)
	}
	add("gencode", genes38, reference.Note{Type: reference.Genes, Version: "25"})
	list, used, err = r.Genes(ctx, genome.GRCh38)
	want := gene.Gene{Symbol: "PITX2", Ensembl: "ENSG00000164093", Body: genome.Region{Chromosome: 4, Start: 110617424, End: 110642123}, Reverse: true,
		Exons: []gene.Span{{Start: 110617424, End: 110618000}, {Start: 110621110, End: 110621420}}}
	if err != nil || used.Inside || used.Name != "gencode" || used.Version != "25" || used.SHA256 != sum(genes38) || list.Len() != 6 ||
		!cmp.Equal(*list.Find("pitx2")[0], want) {
		t.Errorf("installed: %+v, %+v, %v", used, list.Find("PITX2"), err)
	}
	if _, used, err = r.Genes(ctx, genome.GRCh37); err != nil || !used.Inside {
		t.Errorf("of the other assembly: %+v, %v", used, err)
	}

	if _, _, err := r.Recombination(ctx, genome.GRCh37); !errors.Is(err, reference.ErrNone) {
		t.Error(err)
	}
	add("first", rate, reference.Note{Type: reference.Recombination, Build: "hg19"})
	add("a-later-one", "position COMBINED_rate Genetic_Map\n100 0 0\n1000100 2 2\n", reference.Note{Type: reference.Recombination, Build: "hg19"})
	m, used, err := r.Recombination(ctx, genome.GRCh37)
	if err != nil || used.Name != "a-later-one" || !cmp.Equal(m.Rates(1, 1, 500), []recomb.Stretch{{Start: 100, End: 500, Rate: 2}}) {
		t.Errorf("%+v, %v", used, err)
	}

	add("afr", strings.ReplaceAll(people, "rs", "x"), reference.Note{Type: reference.LD, Ancestry: "AFR", Build: "hg38"})
	add("eur", people, reference.Note{Type: reference.LD, Ancestry: "EUR", Build: "hg38"})
	for groups, want := range map[string]string{"AFR EUR": "afr", "EUR": "eur", "": "eur", "EAS": ""} {
		s, used, err := r.Linkage(ctx, genome.GRCh38, strings.Fields(groups)...)
		if used.Name != want || (err != nil) != (want == "") {
			t.Fatalf("%q: %+v, %v", groups, used, err)
		}
		if want == "" {
			continue
		}
		answer, err := s.R2(ctx, ld.Variant{Chromosome: 1, Position: 100, A: "A", B: "G"}, genome.Region{Chromosome: 1, Start: 1, End: 1000})
		if err != nil || len(answer.Variants) != 1 || answer.Variants[0].R2 < 0.3333 || answer.Variants[0].R2 > 0.3334 { // n 4, a 1, b 2, ab 1: (4−2)² / (3·4)
			t.Errorf("%+v, %v", answer, err)
		}
	}

	add("catalog", loci, reference.Note{Type: reference.Loci})
	for b, position := range map[genome.Build]int32{genome.GRCh38: 110789013, genome.GRCh37: 111710169} { // rs2200733 in dbSNP
		known, used, err := r.Loci(ctx, b)
		if err != nil || used.Name != "catalog" || used.Lost != 0 {
			t.Fatalf("%s: %+v, %v", b, used, err)
		}
		if near := known.Near(4, position); near.Any == nil || near.Any.Distance(position) != 0 {
			t.Errorf("%s: %+v", b, near.Any)
		}
	}
	all, err := r.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, is := range reference.InUse(all) {
		if is == (all[i].Name == "first") {
			t.Errorf("%s is in use: %v", all[i].Name, is)
		}
	}
}

// LD scores of the other assembly are used where there are none of the same: positions are lifted.
func TestLDScoresOfTheOtherBuild(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	add := func(name, text, build, people string) {
		t.Helper()
		_, err := r.Add(
			t.Context(),
			write(t, filepath.Join(dir, "in", name+".l2.ldscore"), text),
			reference.Note{Type: reference.LDScores, Ancestry: people, Build: build},
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	found := func(b genome.Build, people string) string {
		t.Helper()
		s, err := r.LDScores(t.Context(), b, []string{people})
		if err != nil {
			t.Fatal(err)
		}
		if s == nil {
			return "none"
		}
		return s.Name + " on " + string(s.Build)
	}
	add("eur37", scores, "hg19", "EUR")
	if got := []string{
		found(genome.GRCh37, "EUR"),
		found(genome.GRCh38, "EUR"),
		found(genome.GRCh38, "AFR"),
	}; !slices.Equal(
		got,
		[]string{"eur37 on GRCh37", "eur37 on GRCh37", "none"},
	) {
		t.Errorf("%q", got)
	}
	add("eur38", "CHR\tSNP\tBP\tL2\n1\trs1\t100\t1\n", "hg38", "EUR")
	if got := []string{found(genome.GRCh37, "EUR"), found(genome.GRCh38, "EUR")}; !slices.Equal(got, []string{"eur37 on GRCh37", "eur38 on GRCh38"}) {
		t.Errorf("%q", got)
	}
}

// TestRSNumbers installs a table with replaced numbers on each of two builds and asks both.
func TestRSNumbers(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	merged := write(t, filepath.Join(dir, "in", "merged.txt"), "700\t701\n701\t2286139\n")
	note, err := r.AddFrom(
		t.Context(),
		reference.FileAt(write(t, filepath.Join(dir, "in", "b37.vcf"), numbers), merged),
		reference.Note{Type: reference.RSNumbers},
	)
	if err != nil {
		t.Fatal(err)
	}
	if note.Replaced != 2 || note.ReplacedSHA256 != sum("700\t701\n701\t2286139\n") {
		t.Errorf("%+v", note)
	}
	table, err := r.Numbers(t.Context(), genome.UnknownBuild)
	if err != nil || table.Name != "b37" || table.SHA256 != sum(numbers) {
		t.Fatalf("%+v, %v", table, err)
	}
	if e, err := table.Table.Find(700); err != nil || e.Current != 2286139 {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := table.Table.Find(
		4040604,
	); err != nil || len(e.Places) != 1 || e.Places[0].Position != 863124 || string(e.Places[0].Ref) != "G" ||
		string(e.Places[0].Alts) != "T" {
		t.Errorf("%+v, %v", e, err)
	}
	if table, err := r.Numbers(t.Context(), genome.GRCh38); err != nil || table != nil {
		t.Errorf("%+v, %v", table, err)
	}
	if _, err := r.Add(
		t.Context(),
		write(t, filepath.Join(dir, "in", "b38.txt"), strings.ReplaceAll("rsid chr pos\n"+known38, " ", "\t")),
		reference.Note{Type: reference.RSNumbers},
	); err != nil {
		t.Fatal(err)
	}
	if table, err := r.Numbers(t.Context(), genome.GRCh38); err != nil || table == nil || table.Table.Build != genome.GRCh38 {
		t.Errorf("%+v, %v", table, err)
	}
	if _, err := r.Numbers(t.Context(), genome.UnknownBuild); err == nil || !strings.Contains(err.Error(), "name the genome build") {
		t.Error(err)
	}
	cycle := write(t, filepath.Join(dir, "in", "cycle.txt"), "7 8\n8 9\n9 7\n")
	_, err = r.AddFrom(t.Context(), reference.FileAt(write(t, filepath.Join(dir, "in", "c.vcf"), numbers), cycle), reference.Note{Type: reference.RSNumbers})
	if err == nil || !strings.Contains(err.Error(), "the replaced numbers form a cycle: rs") {
		t.Error(err)
	}
	if there := strings.Join(files(t, dir, "rs_numbers"), " "); there != "b37.json b37.rst b38.json b38.rst" {
		t.Error(there)
	}
}
