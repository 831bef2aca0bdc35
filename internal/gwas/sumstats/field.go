package sumstats

// Field is the meaning of a column, by the names of GWAS-SSF where it has one. A few fields exist
// because the scale or the encoding is part of the meaning: ln P is another field than P.
type Field string

// The fields a column can be mapped to.
const (
	FieldChromosome   Field = "chromosome"
	FieldPosition     Field = "base_pair_location"
	FieldChrPos       Field = "chr_pos"         // chromosome and position in one column, 1:12345
	FieldChrPosRefAlt Field = "chr_pos_ref_alt" // 1:12345:A:G, the last allele being the effect allele
	FieldAlleles      Field = "alleles"         // A/G or ["A","G"], the last one being the effect allele
	FieldRSID         Field = "rsid"
	FieldVariantID    Field = "variant_id"

	FieldEffectAllele    Field = "effect_allele"
	FieldOtherAllele     Field = "other_allele"
	FieldReferenceAllele Field = "reference_allele" // with the next one: the other allele is the one that is not the effect allele
	FieldAlternateAllele Field = "alternate_allele"
	FieldMinorAllele     Field = "minor_allele" // orients maf
	FieldStrand          Field = "strand"

	FieldBeta        Field = "beta"
	FieldOddsRatio   Field = "odds_ratio"
	FieldHazardRatio Field = "hazard_ratio"
	FieldSE          Field = "standard_error"               // of beta, ln OR or ln HR
	FieldSEOfRatio   Field = "standard_error_of_odds_ratio" // of the OR itself
	FieldCILower     Field = "ci_lower"
	FieldCIUpper     Field = "ci_upper"
	FieldZ           Field = "z"
	FieldP           Field = "p_value"
	FieldNegLog10P   Field = "neg_log_10_p_value"
	FieldLnP         Field = "ln_p_value"
	FieldLog10P      Field = "log_10_p_value"
	FieldEAF         Field = "effect_allele_frequency"
	FieldOAF         Field = "other_allele_frequency"
	FieldMAF         Field = "maf"
	FieldEAFCases    Field = "eaf_cases"
	FieldEAFControls Field = "eaf_controls"

	// Frequencies that belong to an allele column, whichever allele the effect is of: the reader
	// decides per row which of the two alleles they count.
	FieldAlleleFrequency         Field = "allele_frequency"
	FieldAlleleFrequencyCases    Field = "allele_frequency_cases"
	FieldAlleleFrequencyControls Field = "allele_frequency_controls"
	FieldFrequencyAllele         Field = "frequency_allele" // the column of that allele

	FieldCountAA     Field = "genotypes_aa" // homozygotes of the other allele
	FieldCountAB     Field = "genotypes_ab"
	FieldCountBB     Field = "genotypes_bb" // homozygotes of the effect allele
	FieldN           Field = "n"
	FieldNCases      Field = "n_cases"
	FieldNControls   Field = "n_controls"
	FieldNEff        Field = "n_eff"
	FieldNEffHalf    Field = "n_eff_half"
	FieldInfo        Field = "info"
	FieldTest        Field = "test"
	FieldNStudies    Field = "n_studies"
	FieldDirection   Field = "direction"
	FieldHetI2       Field = "het_i2"
	FieldHetP        Field = "het_p"
	FieldHWE         Field = "hwe_p"
	FieldCallRate    Field = "call_rate"
	FieldChiSquare   Field = "chisq"
	FieldRefIsEAOrOA Field = "ref_allele" // GWAS-SSF: EA or OA
	FieldEffectScale Field = "effect_scale"
)

// fieldID is the position of a Field in fieldTable; the parser works with these.
type fieldID uint8

const (
	fChromosome fieldID = iota
	fPosition
	fChrPos
	fChrPosRefAlt
	fAlleles
	fRSID
	fVariantID
	fEffectAllele
	fOtherAllele
	fReferenceAllele
	fAlternateAllele
	fMinorAllele
	fStrand
	fBeta
	fOddsRatio
	fHazardRatio
	fSE
	fSEOfRatio
	fCILower
	fCIUpper
	fZ
	fP
	fNegLog10P
	fLnP
	fLog10P
	fEAF
	fOAF
	fMAF
	fEAFCases
	fEAFControls
	fAlleleFrequency
	fAlleleFrequencyCases
	fAlleleFrequencyControls
	fFrequencyAllele
	fCountAA
	fCountAB
	fCountBB
	fN
	fNCases
	fNControls
	fNEff
	fNEffHalf
	fInfo
	fTest
	fNStudies
	fDirection
	fHetI2
	fHetP
	fHWE
	fCallRate
	fChiSquare
	fRefIsEAOrOA
	fEffectScale
	numFields
)

// valueKind is the storage type reported for a column.
type valueKind string

const (
	kindText    valueKind = "text"
	kindInteger valueKind = "integer"
	kindNumber  valueKind = "number"
)

// fieldInfo is the one entry per field from which the documentation of accepted
// headers, the alias lookup and the column counts are made.
type fieldInfo struct {
	field Field
	kind  valueKind
	doc   string
}

// fieldTable is in the order of the fieldID constants.
var fieldTable = [numFields]fieldInfo{
	fChromosome: {FieldChromosome, kindText, "Chromosome: 1–22, X, Y, MT in any usual spelling (chr1, 01, 23, NC_000001.11)."},
	fPosition:   {FieldPosition, kindInteger, "Position on the chromosome in base pairs, counted from 1."},
	fChrPos:     {FieldChrPos, kindText, "Chromosome and position in one column, such as 1:12345."},
	fChrPosRefAlt: {
		FieldChrPosRefAlt,
		kindText,
		"Chromosome, position and both alleles in one column, such as 1:12345:A:G; the last allele is the effect allele.",
	},
	fAlleles:         {FieldAlleles, kindText, "Both alleles in one column, such as A/G or [\"A\",\"G\"]; the last one is the effect allele."},
	fRSID:            {FieldRSID, kindText, "dbSNP identifier, such as rs1421085."},
	fVariantID:       {FieldVariantID, kindText, "Identifier of the variant as the file has it; kept for reference, not used as a key."},
	fEffectAllele:    {FieldEffectAllele, kindText, "Allele whose effect is reported: one more copy of it changes the trait by beta."},
	fOtherAllele:     {FieldOtherAllele, kindText, "The other allele."},
	fReferenceAllele: {FieldReferenceAllele, kindText, "Reference allele, used with the alternate allele to find the other allele."},
	fAlternateAllele: {FieldAlternateAllele, kindText, "Alternate allele, used with the reference allele to find the other allele."},
	fMinorAllele:     {FieldMinorAllele, kindText, "Minor allele: the allele that a minor allele frequency belongs to."},
	fStrand:          {FieldStrand, kindText, "Strand of the alleles, + or −; alleles on − are complemented."},
	fBeta:            {FieldBeta, kindNumber, "Effect of one copy of the effect allele; ln odds ratio for binary traits."},
	fOddsRatio:       {FieldOddsRatio, kindNumber, "Odds ratio per copy of the effect allele; its logarithm becomes beta."},
	fHazardRatio:     {FieldHazardRatio, kindNumber, "Hazard ratio per copy of the effect allele; its logarithm becomes beta."},
	fSE:              {FieldSE, kindNumber, "Standard error of beta (of ln OR when the effect is an odds ratio)."},
	fSEOfRatio:       {FieldSEOfRatio, kindNumber, "Standard error of the odds or hazard ratio itself; divided by the ratio."},
	fCILower:         {FieldCILower, kindNumber, "Lower end of the 95 % confidence interval of the effect."},
	fCIUpper:         {FieldCIUpper, kindNumber, "Upper end of the 95 % confidence interval of the effect."},
	fZ:               {FieldZ, kindNumber, "Z score; used when effect, error or P are absent."},
	fP:               {FieldP, kindNumber, "P value, 0 to 1."},
	fNegLog10P:       {FieldNegLog10P, kindNumber, "−log10 of the P value."},
	fLnP:             {FieldLnP, kindNumber, "Natural logarithm of the P value, ln P or −ln P."},
	fLog10P:          {FieldLog10P, kindNumber, "log10 of the P value (0 or negative)."},
	fEAF:             {FieldEAF, kindNumber, "Frequency of the effect allele, 0 to 1."},
	fOAF:             {FieldOAF, kindNumber, "Frequency of the other allele; its complement is used."},
	fMAF:             {FieldMAF, kindNumber, "Minor allele frequency; has no orientation unless the minor allele is given."},
	fEAFCases:        {FieldEAFCases, kindNumber, "Frequency of the effect allele in cases."},
	fEAFControls:     {FieldEAFControls, kindNumber, "Frequency of the effect allele in controls."},

	fAlleleFrequency: {
		FieldAlleleFrequency,
		kindNumber,
		"Frequency of the allele in the column of frequency_allele, whether or not that is the effect allele.",
	},
	fAlleleFrequencyCases:    {FieldAlleleFrequencyCases, kindNumber, "Frequency of the allele of frequency_allele in cases."},
	fAlleleFrequencyControls: {FieldAlleleFrequencyControls, kindNumber, "Frequency of the allele of frequency_allele in controls."},
	fFrequencyAllele:         {FieldFrequencyAllele, kindText, "The allele column to which allele frequencies and genotype counts belong."},

	fCountAA:     {FieldCountAA, kindNumber, "Number of homozygotes of the other allele; the frequency is computed from it and the next two."},
	fCountAB:     {FieldCountAB, kindNumber, "Number of heterozygotes."},
	fCountBB:     {FieldCountBB, kindNumber, "Number of homozygotes of the effect allele."},
	fN:           {FieldN, kindNumber, "Sample size."},
	fNCases:      {FieldNCases, kindNumber, "Number of cases."},
	fNControls:   {FieldNControls, kindNumber, "Number of controls."},
	fNEff:        {FieldNEff, kindNumber, "Effective sample size; kept apart from the sample size."},
	fNEffHalf:    {FieldNEffHalf, kindNumber, "Half of the effective sample size; doubled on reading."},
	fInfo:        {FieldInfo, kindNumber, "Imputation quality (INFO or R²)."},
	fTest:        {FieldTest, kindText, "Statistical model of the row; rows of other models are left out."},
	fNStudies:    {FieldNStudies, kindInteger, "Number of studies in a meta-analysis."},
	fDirection:   {FieldDirection, kindText, "Sign of the effect in each study of a meta-analysis."},
	fHetI2:       {FieldHetI2, kindNumber, "I² of a meta-analysis."},
	fHetP:        {FieldHetP, kindNumber, "Heterogeneity P value of a meta-analysis."},
	fHWE:         {FieldHWE, kindNumber, "Hardy-Weinberg P value."},
	fCallRate:    {FieldCallRate, kindNumber, "Call rate, 0 to 1."},
	fChiSquare:   {FieldChiSquare, kindNumber, "χ² statistic; only used to cross-check."},
	fRefIsEAOrOA: {FieldRefIsEAOrOA, kindText, "Which of the two alleles is the reference: EA or OA."},
	fEffectScale: {FieldEffectScale, kindText, "Scale of the effects, the same in every row; clean files say it so."},
}

// id finds the number of a field.
func (f Field) id() (fieldID, bool) {
	for i := range fieldTable {
		if fieldTable[i].field == f {
			return fieldID(i), true
		}
	}
	return 0, false
}

// info returns the entry of a known field, and an empty one for any other.
func (f Field) info() fieldInfo {
	if i, ok := f.id(); ok {
		return fieldTable[i]
	}
	return fieldInfo{}
}

// Known reports whether f is a field that a column can be mapped to.
func (f Field) Known() bool {
	_, ok := f.id()
	return ok
}

// Fields lists the fields that a column can be mapped to.
func Fields() []Field {
	fields := make([]Field, numFields)
	for i := range fieldTable {
		fields[i] = fieldTable[i].field
	}
	return fields
}

// Type returns the type of the field's values: text, integer or number.
func (f Field) Type() string { return string(f.info().kind) }

// Numeric reports whether the values of the field are numbers.
func (f Field) Numeric() bool { return f.info().kind != kindText }

// Description describes the field in a sentence.
func (f Field) Description() string { return f.info().doc }
